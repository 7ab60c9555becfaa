"""PID 1 of the container: forks a child per batch, moves bytes, kills and reaps. Decides nothing.

It reads headers of fixed size and nothing else: source, inputs and answers are moved from pipe to
pipe with splice and never enter its memory, so that no later child can find them there. It polls
and never waits for a child. Any fault of its own ends it, and with it the container.
"""

import errno
import fcntl
import gc
import os
import resource
import select
import signal
import stat
import struct
import sys
import time

from sandbox import wire
from sandbox.inside.child import ANSWERS, QUESTIONS, Child, open_streams

CHANNEL_IN = 60  # where the container's stdin and stdout are moved to, out of a learner's sight
CHANNEL_OUT = 61
_MOST = 65536  # bytes moved in one step
_FIONREAD = 0x541B
_NONBLOCK = os.SPLICE_F_NONBLOCK
_DYING_SECONDS = 5.0  # killed processes that are not gone after this long end the container
_COUNTERS = {
    "kills": ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events"),
    "refusals": ("/sys/fs/cgroup/pids/pids.events", "/sys/fs/cgroup/pids.events"),
    "tasks": ("/sys/fs/cgroup/pids/pids.current", "/sys/fs/cgroup/pids.current"),
}
_KEYS = {"kills": b"oom_kill ", "refusals": b"max ", "tasks": b""}


class Counters:
    """What the kernel counts for this container; zero where it cannot be read."""

    def __init__(self):
        self._files = {name: _open_first(paths) for name, paths in _COUNTERS.items()}

    def read(self, name, unknown=0):
        file = self._files[name]
        if file is None:
            return unknown
        for line in os.pread(file, 512, 0).splitlines():
            if line.startswith(_KEYS[name]):
                return int(line[len(_KEYS[name]) :])
        return 0


def _open_first(paths):
    for path in paths:
        try:
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
    return None


class Supervisor:
    """The loop and its state: at most one child, and the pipes to and from it."""

    def __init__(self):
        self.counters = Counters()
        self.streams = open_streams()
        self.null = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
        self.wake, wake_in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake_in, warn_on_full_buffer=False)
        self.poll = select.poll()
        self.poll.register(self.wake, select.POLLIN)
        self.poll.register(CHANNEL_IN, select.POLLIN)
        self.header = b""
        self.pending = 0  # bytes of a DATA command that have not arrived yet
        self.child = None
        self.feed = None
        self.sources = {}  # descriptor -> stream
        self.copies = not _can_splice()

    # ---------------------------------------------------------------------------------- the loop

    def run(self):
        self.tell(wire.HELLO, 0, wire.VERSION, sys.hexversion, not self.copies)
        while True:
            ready = {fd for fd, _ in self.poll.poll()}
            if self.wake in ready:
                self.drain_wake()
                self.reap()
            for fd in list(self.sources):
                if fd in ready and fd in self.sources:
                    self.forward(fd)
            if CHANNEL_IN in ready or self.feed in ready:
                self.listen()

    def tell(self, kind, stream=0, *numbers):
        header = wire.EVENT.pack(kind, stream, *numbers, *(0,) * (5 - len(numbers)))
        _write_all(CHANNEL_OUT, header)

    def drain_wake(self):
        try:
            os.read(self.wake, 512)
        except BlockingIOError:
            pass

    # ------------------------------------------------------------------------ from the worker

    def listen(self):
        """Take what the worker sent: the rest of a DATA command, or the next header."""
        if self.pending:
            self.move_in()
            return
        chunk = os.read(CHANNEL_IN, wire.COMMAND.size - len(self.header))
        if not chunk:
            os._exit(0)
        self.header += chunk
        if len(self.header) == wire.COMMAND.size:
            command = wire.COMMAND.unpack(self.header)
            self.header = b""
            self.obey(*command)

    def obey(self, kind, first, second, third):
        if kind == wire.DATA:
            self.pending = first
            self.move_in()
        elif kind == wire.START:
            self.end()
            self.start(first, second, third)
        elif kind == wire.KILL:
            self.end()
        else:
            os._exit(3)

    def move_in(self):
        """Move bytes from the channel to the child, or to nowhere when there is no child to read."""
        target = self.null if self.feed is None else self.feed
        try:
            moved = self.move(CHANNEL_IN, target, self.pending)
        except BlockingIOError:
            self.wait_for_room(target)
            return
        except BrokenPipeError:
            self.close_feed()
            return
        if not moved:
            os._exit(0)
        self.pending -= moved
        self.wait_for_channel()

    def wait_for_room(self, target):
        """Nothing moved: the channel is empty, or the child's pipe is full. Wait for the right one."""
        if target == self.feed and _readable(CHANNEL_IN):
            self.poll.modify(CHANNEL_IN, 0)
            self.poll.register(target, select.POLLOUT)
        else:
            self.wait_for_channel()

    def wait_for_channel(self):
        if self.feed is not None:
            try:
                self.poll.unregister(self.feed)
            except KeyError:
                pass
        self.poll.modify(CHANNEL_IN, select.POLLIN)

    # ------------------------------------------------------------------------- to the worker

    def forward(self, fd):
        """Pass on what one pipe holds. What was printed before an answer is passed on before it."""
        if self.sources[fd] == wire.ANSWERS:
            for other, stream in self.sources.items():
                if stream == wire.OUTPUT:
                    self.pass_on(other, stream)
            moved = self.pass_on(fd, wire.ANSWERS)
            if not moved:
                self.end()  # the last writer is gone: there will be no answer any more
            elif self.counters.read("tasks", unknown=3) > 2:
                self.tell_crowd()
        elif not self.pass_on(fd, wire.OUTPUT):
            self.forget(fd)

    def pass_on(self, fd, stream):
        """Announce how many bytes follow, then move exactly those. Returns how many."""
        (count,) = struct.unpack("i", fcntl.ioctl(fd, _FIONREAD, b"\0\0\0\0"))
        count = min(count, _MOST)
        if count:
            self.tell(wire.BYTES, stream, count)
        left = count
        while left:
            left -= self.move(fd, CHANNEL_OUT, left, 0)
        return count

    def move(self, source, target, count, flags=_NONBLOCK):
        count = min(count, _MOST)
        if not self.copies:
            try:
                return os.splice(source, target, count, flags=flags)
            except OSError as error:
                if error.errno not in (errno.EINVAL, errno.EPERM, errno.ENOSYS):
                    raise
                self.copies = True
        return self.copy(source, target, count, flags)

    def copy(self, source, target, count, flags):
        """Where splice is refused: hold the bytes for a moment. The worker then never reuses us."""
        if flags and not _readable(source):
            raise BlockingIOError
        if flags and not _writable(target):
            raise BlockingIOError
        chunk = os.read(source, min(count, 4096))  # a writable pipe takes 4096 without blocking
        _write_all(target, chunk)
        return len(chunk)

    def tell_crowd(self):
        processes = sum(name.isdigit() for name in os.listdir("/proc")) - 1
        if processes > 1:
            self.tell(wire.CROWD, 0, processes)

    # ------------------------------------------------------------------------------- the child

    def start(self, uid, cpu_seconds, memory_bytes):
        (questions, feed), (answers, answers_in), (output, output_in) = (_pipe() for _ in range(3))
        self.refusals = self.counters.read("refusals")
        self.kills = self.counters.read("kills")
        pid = os.fork()
        if pid == 0:
            _become_child(uid, cpu_seconds, memory_bytes, (questions, answers_in, output_in))
            Child(self.streams).serve()
        for fd in (questions, answers_in, output_in):
            os.close(fd)
        os.set_blocking(feed, False)
        self.child, self.feed = pid, feed
        self.sources = {output: wire.OUTPUT, answers: wire.ANSWERS}
        for fd in self.sources:
            self.poll.register(fd, select.POLLIN)

    def reap(self):
        """Collect the dead. When the child is among them the batch is over."""
        while self.child is not None:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.child:
                self.finish(status, usage)

    def end(self):
        """Kill the child and all its offspring, if there is one, and tell how it ended."""
        if self.child is not None:
            self.finish(None, None)

    def finish(self, status, usage):
        left_over, last = self.kill_all()
        if status is None:
            left_over, (status, usage) = max(left_over - 1, 0), last
        for fd, stream in self.sources.items():
            while self.pass_on(fd, stream):
                pass
        seconds = usage.ru_utime + usage.ru_stime if usage else 0
        self.tell(
            wire.ENDED,
            self.copies,
            status,
            left_over,
            max(self.counters.read("kills") - self.kills, 0),
            max(self.counters.read("refusals") - self.refusals, 0),
            int(seconds * 1000),
        )
        self.child = None
        self.close_feed()
        for fd in list(self.sources):
            self.forget(fd)

    def kill_all(self):
        """Kill every process but ourselves and reap until none is left. Returns how many there were."""
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            pass
        count, last, give_up = 0, (0, None), time.monotonic() + _DYING_SECONDS
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return count, last
            if pid == 0:
                self.wait_for_a_death(give_up)
                continue
            count += 1
            if pid == self.child:
                last = (status, usage)

    def wait_for_a_death(self, give_up):
        if time.monotonic() > give_up:
            os._exit(4)
        poll = select.poll()
        poll.register(self.wake, select.POLLIN)
        poll.poll(20)
        self.drain_wake()

    def forget(self, fd):
        self.poll.unregister(fd)
        del self.sources[fd]
        os.close(fd)

    def close_feed(self):
        if self.feed is None:
            return
        self.wait_for_channel()
        os.close(self.feed)
        self.feed = None


def _pipe():
    return os.pipe2(os.O_CLOEXEC)


def _write_all(fd, chunk):
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(fd, rest) :]


def _readable(fd):
    return bool(select.select([fd], [], [], 0)[0])


def _writable(fd):
    return bool(select.select([], [fd], [], 0)[1])


def _can_splice():
    """Try it: both ends of the channel must be pipes, and the kernel must not refuse."""
    if not all(stat.S_ISFIFO(os.fstat(fd).st_mode) for fd in (CHANNEL_IN, CHANNEL_OUT)):
        return False
    (source, source_in), (target, target_in) = _pipe(), _pipe()
    try:
        os.write(source_in, b"x")
        return os.splice(source, target_in, 1, flags=_NONBLOCK) == 1
    except OSError:
        return False
    finally:
        for fd in (source, source_in, target, target_in):
            os.close(fd)


def _become_child(uid, cpu_seconds, memory_bytes, pipes):
    """Give up everything: descriptors first, then limits, then the uid. Any failure ends us."""
    try:
        questions, answers, output = pipes
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _take_descriptors(questions, answers, output)
        os.setsid()
        _set_limits(cpu_seconds, memory_bytes)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        if uid == 0 or os.getresuid() != (uid, uid, uid) or os.getresgid() != (uid, uid, uid):
            os._exit(5)
    except BaseException:  # noqa: BLE001 - whatever went wrong, the learner's code must not run
        os._exit(5)


def _take_descriptors(questions, answers, output):
    for target, source in ((20, questions), (21, answers), (22, output)):
        os.dup2(source, target, inheritable=False)
    for target, source in ((QUESTIONS, 20), (ANSWERS, 21), (1, 22), (2, 22)):
        os.dup2(source, target, inheritable=False)
    os.closerange(5, 64)


def _set_limits(cpu_seconds, memory_bytes):
    file = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
    os.write(file, b"1000")
    os.close(file)
    os.setpriority(os.PRIO_PROCESS, 0, 19)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def _take_channel():
    """Move the channel out of the way; descriptors 0, 1 and 2 lead nowhere from now on."""
    os.dup2(0, CHANNEL_IN, inheritable=False)
    os.dup2(1, CHANNEL_OUT, inheritable=False)
    null = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)


def _hide():
    """Make our memory and descriptors unreadable for other uids: a change of uid clears dumpable."""
    os.seteuid(65534)
    os.seteuid(0)


def main():
    _hide()
    _take_channel()
    os.environ.clear()
    supervisor = Supervisor()
    gc.collect()
    gc.freeze()
    supervisor.run()
