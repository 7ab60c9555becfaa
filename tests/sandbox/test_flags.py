"""One claim per flag: what a container is made with, and nothing more."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sandbox.outside import flags
from sandbox.outside.flags import Shape, container_spec

SECCOMP = Path(flags.__file__).parents[1] / "image" / "seccomp.json"
SHAPE = Shape(memory_bytes=128 * 1024 * 1024, processes=32)


def spec(shape: Shape = SHAPE) -> dict[str, Any]:
    return container_spec(
        image="sha256:abc", shape=shape, runtime="runc", seccomp="{}", owner="me", born="17"
    )


FLAGS = {
    "Image": "sha256:abc",
    "Cmd": ["python3", "-S", "-s", "-P", "-B", "/grader"],
    "Entrypoint": [],
    "Env": ["PYTHONHASHSEED=0"],
    "User": "0:0",
    "Hostname": "sandbox",
    "WorkingDir": "/",
    "Tty": False,
    "OpenStdin": True,
    "StdinOnce": True,
    "AttachStdin": True,
    "AttachStdout": True,
    "NetworkDisabled": True,
    "StopSignal": "SIGKILL",
    "Volumes": {},
    "Labels": {"grader.sandbox": "1", "grader.sandbox.owner": "me", "grader.sandbox.born": "17"},
}
HOST_FLAGS = {
    "NetworkMode": "none",
    "IpcMode": "none",
    "CgroupnsMode": "private",
    "PidMode": "",
    "UTSMode": "",
    "ReadonlyRootfs": True,
    "Privileged": False,
    "CapDrop": ["ALL"],
    "CapAdd": ["SETUID", "SETGID", "KILL"],
    "SecurityOpt": ["no-new-privileges", "seccomp={}"],
    "Binds": [],
    "Mounts": [],
    "Devices": [],
    "Memory": 134217728,
    "MemorySwap": 134217728,
    "OomKillDisable": False,
    "NanoCpus": 1_000_000_000,
    "CpuShares": 1024,
    "PidsLimit": 33,
    "Runtime": "runc",
    "AutoRemove": True,
    "RestartPolicy": {"Name": "no"},
    "LogConfig": {"Type": "none", "Config": {}},
}
ULIMITS = {"core": 0, "nofile": 64, "fsize": 1048576}


@pytest.mark.parametrize("name", FLAGS)
def test_the_container_is_made_with(name: str) -> None:
    assert spec()[name] == FLAGS[name]


@pytest.mark.parametrize("name", HOST_FLAGS)
def test_the_host_config_is_made_with(name: str) -> None:
    assert spec()["HostConfig"][name] == HOST_FLAGS[name]


@pytest.mark.parametrize("name", ULIMITS)
def test_the_ulimit_is_hard_and_soft(name: str) -> None:
    wanted = {"Name": name, "Soft": ULIMITS[name], "Hard": ULIMITS[name]}
    assert wanted in spec()["HostConfig"]["Ulimits"]


@pytest.mark.parametrize(
    "path",
    ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/sys/firmware", "/dev/mqueue", "/dev/pts"],
)
def test_the_path_is_masked(path: str) -> None:
    assert path in spec()["HostConfig"]["MaskedPaths"]


@pytest.mark.parametrize("path", ["/proc/sys", "/proc/sysrq-trigger", "/proc/bus"])
def test_the_path_is_read_only(path: str) -> None:
    assert path in spec()["HostConfig"]["ReadonlyPaths"]


def test_a_flag_that_this_test_does_not_know_is_noticed() -> None:
    known = {*FLAGS, "AttachStderr", "HostConfig"}
    known_host = {*HOST_FLAGS, "Ulimits", "MaskedPaths", "ReadonlyPaths"}
    assert set(spec()) == known
    assert set(spec()["HostConfig"]) == known_host


def test_limits_too_small_for_the_runtime_itself_are_raised() -> None:
    host = spec(Shape(memory_bytes=1, processes=1))["HostConfig"]
    assert (host["Memory"], host["PidsLimit"]) == (32 * 1024 * 1024, 16)


def test_the_kernel_of_gvisor_has_room_beside_the_learner() -> None:
    """It lives in the same control group, with a process or thread for each of the learner's."""
    made = container_spec(
        image="sha256:abc", shape=SHAPE, runtime="runsc", seccomp="{}", owner="me", born="17"
    )
    host: Any = made["HostConfig"]
    assert host["PidsLimit"] == spec()["HostConfig"]["PidsLimit"] + flags.GVISOR_PROCESSES
    assert host["Memory"] == SHAPE.memory_bytes + flags.GVISOR_MEMORY_BYTES == host["MemorySwap"]


# ---------------------------------------------------------------------------------- seccomp list

FORBIDDEN = re.findall(
    r"\w+",
    """
    socket socketpair connect bind sendto sendmsg recvmsg ptrace process_vm_readv process_vm_writev
    shmget shmat msgget msgsnd semget mq_open mq_timedsend add_key request_key keyctl
    io_uring_setup io_uring_enter io_uring_register userfaultfd mount umount2 pivot_root chroot
    unshare setns move_mount open_tree fsopen memfd_create memfd_secret bpf perf_event_open
    personality modify_ldt kexec_load init_module finit_module delete_module iopl ioperm
    name_to_handle_at open_by_handle_at io_setup io_submit inotify_init1 fanotify_init quotactl
    swapon reboot sethostname settimeofday clock_settime adjtimex syslog acct pidfd_getfd
    pidfd_open pidfd_send_signal kcmp vmsplice tee execveat sched_setaffinity sched_setscheduler
    ioprio_set mbind set_mempolicy flock landlock_create_ruleset seccomp process_madvise
    """,
)


def profile() -> Any:
    return json.loads(SECCOMP.read_text())


def allowed() -> set[str]:
    rules = (r for r in profile()["syscalls"] if r["action"] == "SCMP_ACT_ALLOW")
    return {name for rule in rules for name in rule["names"]}


@pytest.mark.parametrize("call", FORBIDDEN)
def test_the_system_call_is_not_allowed(call: str) -> None:
    assert call not in allowed()


def test_what_is_not_allowed_is_refused_with_eperm() -> None:
    assert (profile()["defaultAction"], profile()["defaultErrnoRet"]) == ("SCMP_ACT_ERRNO", 1)


def test_clone3_is_said_not_to_exist() -> None:
    """Its flags lie in memory, out of a filter's sight; the C library then uses clone."""
    (rule,) = (r for r in profile()["syscalls"] if r["names"] == ["clone3"])
    assert (rule["action"], rule["errnoRet"]) == ("SCMP_ACT_ERRNO", 38)


def test_clone_makes_no_namespace() -> None:
    (rule,) = (r for r in profile()["syscalls"] if r["names"] == ["clone"])
    (argument,) = rule["args"]
    assert (argument["op"], argument["value"]) == ("SCMP_CMP_MASKED_EQ", 0x7E020000)


def test_only_the_native_architecture_is_known() -> None:
    assert profile()["architectures"] == ["SCMP_ARCH_X86_64"]


@pytest.mark.parametrize("call", ["ioctl", "fcntl", "prctl", "clone"])
def test_the_call_is_allowed_only_with_certain_arguments(call: str) -> None:
    rules = [r for r in profile()["syscalls"] if call in r["names"]]
    assert all(rule.get("args") for rule in rules)
