"""Programs under callgrind, whose instructions are counted from one question to the next."""

import glob
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from wire import field, get, status_of

HOOK = os.path.join(os.path.dirname(__file__), "../../Tests/System/CountInstructions/count.c")
BEGIN = os.path.join(os.path.dirname(__file__), "begin.c")


class CountedProgram:
    """A program under callgrind, in a folder of its own."""

    # Fewer instructions than these say nothing: they are those of timers and of what is done between questions.
    noise = 50_000
    hooks = [HOOK]
    options = ()
    # The status of the last answer, where there is one.
    status = None

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="recado-growth-")
        self.process = None
        try:
            self._start(os.path.abspath(program))
            self.count()
        except BaseException:
            self.close()
            raise

    def _arguments(self):
        raise NotImplementedError

    def _start(self, program):
        hook, stripped = self.file("count.so"), self.file("program")
        subprocess.run(["clang", "-O1", "-fPIC", "-shared", "-o", hook, *self.hooks], check=True)
        # Valgrind 3.19 gives up at the debug information of Swift 6.3.
        subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
        for pipe in ("questions", "answers"):
            os.mkfifo(self.file(pipe))
        environment = dict(
            os.environ,
            LD_PRELOAD=hook,
            COUNT_QUESTIONS=self.file("questions"),
            COUNT_ANSWERS=self.file("answers"),
            SWIFT_DETERMINISTIC_HASHING="1",
            SWIFT_BACKTRACE="enable=no",
        )
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--dump-line=no", "--log-file=" + self.file("log"), *self.options]
            + ["--callgrind-out-file=" + self.file("counted"), stripped, *self._arguments()],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._questions = open(self.file("questions"), "wb", buffering=0)
        self._answers = open(self.file("answers"), "rb", buffering=0)
        self._greet()

    def _greet(self):
        """Waits until the program is ready."""
        raise NotImplementedError

    def measure(self, family, count):
        """The instructions that so many repetitions cost."""
        raise NotImplementedError

    def file(self, name):
        return os.path.join(self.folder, name)

    def has_ended(self):
        return RuntimeError("the program has ended: " + open(self.file("log")).read()[-2000:])

    def count(self):
        """The instructions since the last call."""
        self._questions.write(b"?")
        if self._answers.read(1) != b"?":
            raise self.has_ended()
        total = 0
        for name in glob.glob(self.file("counted.*")):
            with open(name) as dump:
                total += sum(int(line.split()[1]) for line in dump if line.startswith("totals:"))
            os.remove(name)
        return total

    def close(self):
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class CountedServer(CountedProgram):
    """`recado serve`, with one event loop."""

    # Those of a connection, too.
    noise = 300_000
    hooks = [HOOK, BEGIN]
    options = ["--instr-atstart=no"]
    port = None
    # The longest that an answer may ask to wait for.
    PATIENCE = 5

    def __init__(self, program, *further):
        self.further = further
        super().__init__(program)

    def _arguments(self):
        return ["serve", "--port", "0", "--loops", "1", "--database", self.file("a.sqlite"), "--waiting", "60000", "--trust-local", "--allowed-host", "a", *self.further]

    def _greet(self):
        for line in self.process.stdout:
            found = re.search(rb"at http://127\.0\.0\.1:(\d+)", line)
            self.port = int(found[1]) if found else self.port
            if b"Clients use" in line:
                break
        if self.port is None:
            raise self.has_ended()
        get(self.port, "/health/live")

    def measure(self, family, count):
        """Asks again after a while where the server says so."""
        for _ in range(3):
            answer = family.send(self.port, count)
            cost, self.status = self.count(), status_of(answer)
            if self.status not in (429, 503):
                break
            wait = field(answer.partition(b"\r\n\r\n")[0].decode("latin-1"), "Retry-After")
            if not wait.isdigit() or int(wait) > self.PATIENCE:
                break
            time.sleep(int(wait))
        return cost


class CountedParsers(CountedProgram):
    """The parsers that invented input is fed to (`scripts/fuzz`)."""

    names = ()

    def _arguments(self):
        return ["--growth"]

    def _greet(self):
        self.names = self.process.stdout.readline().decode().split()

    def measure(self, family, count):
        content = family.make(count)
        self.process.stdin.write(f"{family.parser} {len(content)}\n".encode() + content)
        self.process.stdin.flush()
        if self.process.stdout.readline() != b"\n":
            raise RuntimeError(f"{family.name}: {count} times")
        return self.count()
