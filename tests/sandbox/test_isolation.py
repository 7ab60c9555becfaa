"""What a learner's file tries to reach, from inside a real container, and does not reach."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest

from sandbox.outside import build
from sandbox.outside.check import Probe, check_sandbox
from sandbox.outside.pool import open_sandbox
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import Batch, Ending, Job, Question, Sandbox

from .conftest import PATIENT, Ask, RunFile

pytestmark = pytest.mark.docker

# --------------------------------------------------------------------------------- system calls

CALLS = {  # x86-64 numbers; whatever its arguments, each is refused, or said not to exist
    "socket": 41,
    "connect": 42,
    "sendto": 44,
    "sendmsg": 46,
    "bind": 49,
    "socketpair": 53,
    "shmget": 29,
    "shmat": 30,
    "semget": 64,
    "msgget": 68,
    "flock": 73,
    "mkdir": 83,
    "chmod": 90,
    "ptrace": 101,
    "syslog": 103,
    "mknod": 133,
    "personality": 135,
    "pivot_root": 155,
    "chroot": 161,
    "settimeofday": 164,
    "mount": 165,
    "umount2": 166,
    "reboot": 169,
    "sethostname": 170,
    "iopl": 172,
    "init_module": 175,
    "sched_setaffinity": 203,
    "io_setup": 206,
    "mq_open": 240,
    "kexec_load": 246,
    "add_key": 248,
    "request_key": 249,
    "keyctl": 250,
    "inotify_init": 253,
    "mbind": 237,
    "unshare": 272,
    "tee": 276,
    "vmsplice": 278,
    "signalfd": 282,
    "perf_event_open": 298,
    "fanotify_init": 300,
    "name_to_handle_at": 303,
    "open_by_handle_at": 304,
    "setns": 308,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "kcmp": 312,
    "finit_module": 313,
    "seccomp": 317,
    "memfd_create": 319,
    "bpf": 321,
    "execveat": 322,
    "userfaultfd": 323,
    "copy_file_range": 326,
    "pidfd_send_signal": 424,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "pidfd_open": 434,
    "openat2": 437,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "landlock_create_ruleset": 444,
    "memfd_secret": 447,
    "futex_waitv": 449,
}
SYSCALL = """
import ctypes
def f(*numbers):
    libc = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    got = libc.syscall(*map(ctypes.c_long, numbers))
    return [got, ctypes.get_errno()]
"""
EPERM, ENOSYS = 1, 38
ARGUMENTS = {
    "clone into a new user namespace": (56, 0x10000000 | 17, 0, 0, 0, 0),
    "clone into a new network": (56, 0x40000000 | 17, 0, 0, 0, 0),
    "clone into a new pid namespace": (56, 0x20000000 | 17, 0, 0, 0, 0),
    "prctl: become dumpable": (157, 4, 1, 0, 0, 0),
    "prctl: dumpable as root": (157, 4, 2, 0, 0, 0),
    "fcntl: lock a file": (72, 0, 6, 0),
    "fcntl: lease": (72, 0, 1024, 0),
    "fcntl: a larger pipe": (72, 4, 1031, 1 << 20),
    "ioctl: type into a terminal": (16, 0, 0x5412, 0),
}


def test_every_forbidden_call_is_refused(ask: Ask) -> None:
    source = SYSCALL.replace("def f(", "def call(") + (
        "def f(numbers):\n    return [call(n, 0, 0, 0, 0, 0, 0) for n in numbers]\n"
    )
    got = ask(source, "f", list(CALLS.values())).value
    assert isinstance(got, list)
    answers = dict(zip(CALLS, got, strict=True))
    assert {name: a for name, a in answers.items() if a not in ([-1, EPERM], [-1, ENOSYS])} == {}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_call_is_refused_with_arguments(name: str, ask: Ask) -> None:
    assert ask(SYSCALL, "f", *ARGUMENTS[name]).value == [-1, EPERM]


def test_clone3_does_not_exist(ask: Ask) -> None:
    assert ask(SYSCALL, "f", 435, 0, 0).value == [-1, ENOSYS]


def test_there_is_no_x32(ask: Ask) -> None:
    answer = ask(SYSCALL, "f", 0x40000000 | 39)
    assert answer.ending is Ending.CRASHED or answer.value in ([-1, ENOSYS], [-1, EPERM])


def test_there_are_no_calls_of_32_bit(ask: Ask) -> None:
    """mov eax, 20 (getpid); int 0x80; ret."""
    source = """
        import ctypes, mmap
        def f():
            code = mmap.mmap(-1, 4096, prot=7)
            code.write(bytes.fromhex("b814000000cd80c3"))
            address = ctypes.addressof(ctypes.c_char.from_buffer(code))
            return ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    """
    answer = ask(textwrap.dedent(source))
    assert answer.ending is Ending.CRASHED or answer.value == -ENOSYS


# ------------------------------------------------------------------------------------ the probe

PROBE = (Path(build.__file__).parents[1] / "inside" / "probe.py").read_text()


@pytest.fixture(scope="module")
def probes(image: str) -> dict[str, Probe]:
    return {probe.name: probe for probe in check_sandbox()}


@pytest.mark.parametrize(
    "name",
    """a-file-runs uid capabilities no-new-privileges seccomp only-loopback host-services
    nothing-writable message-queues environment descriptors no-privileged-program masked-paths
    supervisor not-dumpable cpu-limit memory-of-a-process memory-of-all process-limit""".split(),  # noqa: SIM905 - a table
)
def test_the_probe_finds_the_wall_standing(name: str, probes: dict[str, Probe]) -> None:
    assert probes[name].ok, probes[name].detail


def test_no_probe_is_left_out_here(probes: dict[str, Probe]) -> None:
    assert len(probes) == 19


def test_the_probe_of_all_memory_sees_nobody_killed_where_all_find_room(ask: Ask) -> None:
    assert ask(PROBE, "allocate_together", 3, 1024 * 1024).value == 0


# ------------------------------------------------------------------------------------- processes


def test_the_pipes_of_a_child_cannot_be_opened_again(ask: Ask) -> None:
    source = """
        import os
        def f():
            opened = []
            for fd in (1, 2, 3, 4):
                for mode in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR):
                    try:
                        opened.append(os.open(f"/proc/self/fd/{fd}", mode | os.O_NONBLOCK))
                    except PermissionError:
                        pass
            return opened
    """
    assert ask(textwrap.dedent(source)).value == []


def test_nothing_but_the_supervisor_and_the_child_is_there(ask: Ask) -> None:
    source = (
        "import os\ndef f():\n    return [int(p) for p in os.listdir('/proc') if p.isdigit()]\n"
    )
    found = ask(source).value
    assert isinstance(found, list)
    assert len(found) == 2
    assert 1 in found


def test_two_submissions_do_not_share_a_uid(ask: Ask) -> None:
    source = "import os\ndef f():\n    return os.getuid()\n"
    uids = [ask(source).value for _ in range(3)]
    assert len(set(uids)) == 3


def test_the_oom_score_cannot_be_taken_back(ask: Ask) -> None:
    source = """
        def f():
            was = open("/proc/self/oom_score_adj").read().strip()
            try:
                open("/proc/self/oom_score_adj", "w").write("0")
            except PermissionError:
                return was
    """
    assert ask(textwrap.dedent(source)).value == "1000"


def test_nothing_can_be_done_with_the_scheduler(ask: Ask) -> None:
    source = "import os\ndef f():\n    os.nice(-5)\n"
    assert ask(source).ending is Ending.RAISED


def test_sets_of_strings_have_one_order(ask: Ask, image: str) -> None:
    """Two learners with the same code get the same score, in whatever container."""
    source = "def f():\n    return list({'one', 'two', 'three', 'four', 'five', 'six'})\n"
    fresh = [ask(source, fresh=True).value for _ in range(2)]
    assert fresh[0] == fresh[1]


# --------------------------------------------------------------------------------------- residue

SCAN = """
import ctypes
def f(*parts):
    first, second = (part.encode() for part in parts)
    found = 0
    with open("/proc/self/maps") as maps:
        regions = [line.split() for line in maps]
    for span, modes, *rest in regions:
        if not modes.startswith("r") or rest[-1] in ("[vvar]", "[vsyscall]", "[vvar_vclock]"):
            continue
        low, high = (int(x, 16) for x in span.split("-"))
        memory = (ctypes.c_char * (high - low)).from_address(low)
        view = memoryview(memory).cast("B")
        for at in range(0, high - low, 1 << 20):
            chunk = bytes(view[at : at + (1 << 20) + 64])
            start = chunk.find(first)
            while start >= 0:
                found += chunk.startswith(second, start + len(first))
                start = chunk.find(first, start + 1)
    return found
"""
FIRST, SECOND = "Canary7f3a", "91c4Yellow"


def test_the_scan_finds_what_is_there(ask: Ask) -> None:
    source = SCAN + f"KEPT = '{FIRST}{SECOND}'\n"
    found = ask(source, "f", FIRST, SECOND, limits=PATIENT).value
    assert isinstance(found, int)
    assert found > 0


def test_nothing_of_an_earlier_submission_is_in_memory(run_file: RunFile) -> None:
    """Source, inputs, output and answers of three submissions; then a scan where they were."""
    canary = FIRST + SECOND
    source = f"KEPT = '{canary}' * 50\ndef f(x):\n    print(x, KEPT)\n    return [x, KEPT]\n"
    for _ in range(3):
        assert run_file(source, ("f", (canary,))).answers[0][0][0].ending is Ending.RETURNED
    scan = run_file(SCAN, ("f", (FIRST, SECOND)), limits=PATIENT)
    assert scan.answers[0][0][0].value == 0


def test_nothing_of_the_hidden_batch_is_in_the_memory_of_the_visible_one(sandbox: Sandbox) -> None:
    visible = Batch(questions=(Question(function="f", calls=((FIRST, SECOND),)),), shown=True)
    hidden = Batch(questions=(Question(function="f", calls=((FIRST + SECOND, "x"),)),), shown=False)
    run = sandbox.run(Job(source=SCAN, batches=(visible, hidden), limits=PATIENT))
    assert run.answers[0][0][0].value == 0


def test_the_container_does_serve_again(image: str) -> None:
    """Or the tests above would prove nothing."""
    opened = open_sandbox(owner=this_process("tests"), slots=1, image=image)
    source = "def f():\n    return open('/proc/self/mountinfo').read()[:4000]\n"
    batch = Batch(questions=(Question(function="f", calls=((),)),), shown=True)
    try:
        starts = [
            opened.run(Job(source=source, batches=(batch,), limits=PATIENT)).answers[0][0][0].value
            for _ in range(5)
        ]
    finally:
        opened.close()
    assert len(set(starts)) == 1


def test_the_tag_of_the_image_is_quick_to_ask_for(image: str) -> None:
    assert build.build_image(say=pytest.fail) == image


def test_the_worker_has_given_the_container_no_variable_of_its_own(ask: Ask) -> None:
    source = "def f():\n    return open('/proc/self/environ').read()\n"
    assert os.environ
    assert ask(source).ending is Ending.RAISED
