"""Every flag of a container, in one pure function. sandbox/README.md tells what each one stops.

The result is the body of the Docker engine's "create a container" request, as it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LABEL: Final = "grader.sandbox"
OWNER_LABEL: Final = "grader.sandbox.owner"
BORN_LABEL: Final = "grader.sandbox.born"
COMMAND: Final = ("python3", "-S", "-s", "-P", "-B", "/grader")
ENVIRONMENT: Final = ("PYTHONHASHSEED=0",)  # sets of strings have one order: same code, same score

LEAST_MEMORY_BYTES: Final = 32 * 1024 * 1024
LEAST_PROCESSES: Final = 16  # runc itself needs a few threads to start a container
# gVisor's own kernel lives in the container's control group: so much on top, or it does not start.
GVISOR: Final = "runsc"
GVISOR_PROCESSES: Final = 160
GVISOR_MEMORY_BYTES: Final = 64 * 1024 * 1024
OPEN_FILES: Final = 64
FILE_BYTES: Final = 1024 * 1024

MASKED_PATHS: Final = (
    "/proc/acpi",
    "/proc/asound",
    "/proc/interrupts",
    "/proc/kcore",
    "/proc/keys",
    "/proc/latency_stats",
    "/proc/pressure",
    "/proc/sched_debug",
    "/proc/scsi",
    "/proc/timer_list",
    "/proc/timer_stats",
    "/sys/devices/virtual/powercap",
    "/sys/firmware",
    "/dev/mqueue",
    "/dev/pts",
)
READONLY_PATHS: Final = ("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What can only be set when a container is made; containers of one shape are alike."""

    memory_bytes: int
    processes: int


def container_spec(
    *, image: str, shape: Shape, runtime: str, seccomp: str, owner: str, born: str
) -> dict[str, object]:
    """Return the engine's request body. `seccomp` is the profile itself, as JSON text."""
    return {
        "Image": image,
        "Entrypoint": [],
        "Cmd": list(COMMAND),
        "Env": list(ENVIRONMENT),
        "Hostname": "sandbox",
        "User": "0:0",
        "WorkingDir": "/",
        "Labels": {LABEL: "1", OWNER_LABEL: owner, BORN_LABEL: born},
        "Tty": False,
        "OpenStdin": True,
        "StdinOnce": True,
        "AttachStdin": True,
        "AttachStdout": True,
        "AttachStderr": True,
        "NetworkDisabled": True,
        "StopSignal": "SIGKILL",
        "Volumes": {},
        "HostConfig": {
            **_isolation(seccomp),
            **_limits(_room_for(runtime, shape)),
            **_housekeeping(runtime),
        },
    }


def _isolation(seccomp: str) -> Mapping[str, object]:
    return {
        "NetworkMode": "none",
        "IpcMode": "none",
        "PidMode": "",
        "UTSMode": "",
        "CgroupnsMode": "private",
        "ReadonlyRootfs": True,
        "Privileged": False,
        "CapDrop": ["ALL"],
        "CapAdd": ["SETUID", "SETGID", "KILL"],
        "SecurityOpt": ["no-new-privileges", f"seccomp={seccomp}"],
        "MaskedPaths": list(MASKED_PATHS),
        "ReadonlyPaths": list(READONLY_PATHS),
        "Binds": [],
        "Mounts": [],
        "Devices": [],
    }


def _room_for(runtime: str, shape: Shape) -> Shape:
    if not runtime.startswith(GVISOR):
        return shape
    return Shape(
        memory_bytes=shape.memory_bytes + GVISOR_MEMORY_BYTES,
        processes=shape.processes + GVISOR_PROCESSES,
    )


def _limits(shape: Shape) -> Mapping[str, object]:
    memory = max(shape.memory_bytes, LEAST_MEMORY_BYTES)
    return {
        "Memory": memory,
        "MemorySwap": memory,
        "OomKillDisable": False,
        "NanoCpus": 1_000_000_000,
        "CpuShares": 1024,  # what everybody has; said because a benchmark wants it said
        "PidsLimit": max(shape.processes + 1, LEAST_PROCESSES),  # the supervisor is one more
        "Ulimits": [
            _ulimit("core", 0),
            _ulimit("nofile", OPEN_FILES),
            _ulimit("fsize", FILE_BYTES),
        ],
    }


def _ulimit(name: str, value: int) -> Mapping[str, object]:
    return {"Name": name, "Soft": value, "Hard": value}


def _housekeeping(runtime: str) -> Mapping[str, object]:
    return {
        "Runtime": runtime,
        "AutoRemove": True,
        "RestartPolicy": {"Name": "no"},
        "LogConfig": {"Type": "none", "Config": {}},
    }
