"""What `docker inspect` says of a running container, held to the CIS Docker Benchmark 1.6, part 5.

Items that concern the host (AppArmor, SELinux) are the operator's and not listed. A container is
held to what the engine did with the flags, not to what was asked for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import docker
import pytest

from sandbox.outside import containers, pool
from sandbox.outside.boxes import Recipe, start_box
from sandbox.outside.flags import COMMAND
from sandbox.outside.pool import shape_of
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import Limits

pytestmark = pytest.mark.docker

ENGINE_SOCKETS = ("docker.sock", "containerd.sock")
SHARED_OR_SLAVE = ("shared", "rshared", "slave", "rslave")
NEEDED = {"SETUID", "SETGID", "KILL"}  # to become a learner's uid, and to end what it left behind


@pytest.fixture(scope="module")
def inspected(image: str) -> Iterator[Mapping[str, Any]]:
    image_id = containers.image_id(image)
    assert image_id is not None
    recipe = Recipe(
        image=image_id,
        runtime="runc",
        owner=this_process("cis-tests"),
        seccomp=pool._SECCOMP.read_text(),
    )
    box = start_box(recipe, shape_of(Limits()))
    try:
        with contextlib.closing(docker.from_env()) as client:
            yield client.api.inspect_container(box.id)
    finally:
        box.close()


def _host(claim: Callable[[Mapping[str, Any]], bool]) -> Callable[[Mapping[str, Any]], bool]:
    return lambda inspected: claim(inspected["HostConfig"])


def _ulimit(name: str, value: int) -> Callable[[Mapping[str, Any]], bool]:
    wanted = {"Name": name, "Soft": value, "Hard": value}
    return _host(lambda host: wanted in host["Ulimits"])


def _is_profile(options: list[str]) -> bool:
    """A seccomp profile that was given as text, and refuses by default."""
    profiles = [each for each in options if each.startswith("seccomp=")]
    return len(profiles) == 1 and '"defaultAction": "SCMP_ACT_ERRNO"' in profiles[0]


ITEMS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "5.5 not privileged": _host(lambda h: h["Privileged"] is False),
    "5.4 no capability but those that are needed": _host(
        lambda h: (
            h["CapDrop"] == ["ALL"] and {c.removeprefix("CAP_") for c in h["CapAdd"]} == NEEDED
        )
    ),
    "5.6 no directory of the host is mounted": lambda i: (
        not i["Mounts"] and not i["HostConfig"]["Binds"] and not i["HostConfig"].get("Tmpfs")
    ),
    "5.7 our supervisor runs, and no ssh": lambda i: i["Config"]["Cmd"] == list(COMMAND),
    "5.10 not the network of the host": _host(lambda h: h["NetworkMode"] == "none"),
    "5.11 memory is limited, swap included": _host(
        lambda h: 0 < h["Memory"] == h["MemorySwap"] <= 512 * 1024 * 1024
    ),
    "5.12 shares of the processor are set": _host(lambda h: h["CpuShares"] > 0),
    "5.12 and a quota": _host(lambda h: 0 < h["NanoCpus"] <= 1_000_000_000),
    "5.13 the root file system is read-only": _host(lambda h: h["ReadonlyRootfs"] is True),
    "5.14 no port is bound to an interface of the host": lambda i: (
        not i["HostConfig"]["PortBindings"] and not i["NetworkSettings"]["Ports"]
    ),
    "5.15 it is not restarted for ever": _host(lambda h: h["RestartPolicy"]["Name"] in ("", "no")),
    "5.16 not the processes of the host": _host(lambda h: h["PidMode"] == ""),
    "5.17 not the shared memory of the host": _host(lambda h: h["IpcMode"] in ("none", "private")),
    "5.18 no device of the host": _host(
        lambda h: not h["Devices"] and not h["DeviceRequests"] and not h["DeviceCgroupRules"]
    ),
    "5.19 open files are limited": _ulimit("nofile", 64),
    "5.19 the size of a file is limited": _ulimit("fsize", 1024 * 1024),
    "5.19 there is no core dump": _ulimit("core", 0),
    "5.20 mounts do not propagate": lambda i: (
        not [m for m in i["Mounts"] if m.get("Propagation") in SHARED_OR_SLAVE]
    ),
    "5.21 not the host's own name": _host(lambda h: h["UTSMode"] == ""),
    "5.22 the seccomp profile is ours, and on": _host(lambda h: _is_profile(h["SecurityOpt"])),
    "5.25 nobody has chosen its control group": _host(lambda h: h["CgroupParent"] == ""),
    "5.26 no new privileges": _host(
        lambda h: {"no-new-privileges", "no-new-privileges:true"} & set(h["SecurityOpt"]) != set()
    ),
    "5.29 processes are limited": _host(lambda h: 0 < h["PidsLimit"] <= 128),
    "5.30 not on the engine's own bridge": lambda i: (
        set(i["NetworkSettings"]["Networks"]) <= {"none"}
    ),
    "5.31 the user namespace of the host is not asked for": _host(lambda h: h["UsernsMode"] == ""),
    "5.32 no socket of the engine inside": lambda i: (
        not [s for s in ENGINE_SOCKETS if s in str(i["Mounts"]) + str(i["HostConfig"]["Binds"])]
    ),
}


@pytest.mark.parametrize("item", ITEMS)
def test_the_item_holds(item: str, inspected: Mapping[str, Any]) -> None:
    assert ITEMS[item](inspected)


def test_it_was_looked_at_while_it_ran(inspected: Mapping[str, Any]) -> None:
    assert inspected["State"]["Running"] is True
