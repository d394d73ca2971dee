"""A node: processes that follow, ship, resolve and record, and a thread that writes hits."""

import atexit
import functools
import glob
import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from server import DATABASE


class Node:
    """A machine with a registry that follows, a history, and programs that use both."""

    def __init__(self, tool, machine, links, folder, name, seed, clock=None):
        self.tool, self.machine, self.links = tool, machine, links
        self.folder, self.name = folder, name
        os.makedirs(folder, exist_ok=True)
        self.registry = folder + "/routes.db"
        self.history = folder + "/routes.hits.db"
        self.random = random.Random("%s/%s" % (seed, name))
        self.written = set()
        self.failures = []
        self.refusals = []
        self.resolved = 0
        self.batches = 0
        self.records = True
        self.is_ending = False
        # Who holds them keeps the writer, and the resolver, from beginning anything.
        self.pause, self.still = threading.Lock(), threading.Lock()
        self.importing, self.resolver = None, None
        self.processes, self.threads = [], []
        self.log = folder + ".log"
        self.clock = clock
        if clock is not None:
            self.set_clock(clock)

    # Its clock.

    def set_clock(self, seconds):
        """Steps the clock of all its programs, also of those that run."""
        self.clock = seconds
        with open(self.folder + "/clock.new", "w") as file:
            file.write("%+d\n" % seconds)
        os.rename(self.folder + "/clock.new", self.folder + "/clock")

    def spawn(self, *arguments, **options):
        environment = dict(os.environ)
        if self.clock is not None:
            environment.update(LD_PRELOAD=clock_library(), FLEET_CLOCK=self.folder + "/clock")
        return subprocess.Popen(
            self.machine.prefix + [self.tool, *arguments], env=environment, **options)

    # Following and shipping.

    @property
    def address(self):
        hosts = ",".join(link.host for link in self.links)
        ports = ",".join(str(link.port) for link in self.links)
        return ("host=%s port=%s user=postgres dbname=%s target_session_attrs=read-write"
                " connect_timeout=3" % (hosts, ports, DATABASE))

    def start(self, count=None, name=None):
        """Follows and ships; of two shippers of one history, each is in the other's way."""
        if count is None:
            count = 2 if self.random.random() < 0.5 else 1
        for number in range(count):
            registry = self.registry if number == 0 else self.folder + "/second.db"
            own = name or (self.name if number == 0 else self.name + "-second")
            with open(self.log, "ab") as log:
                self.processes.append(self.spawn(
                    "node", self.address, "--db", registry, "--history", self.history,
                    "--node", own, stdout=log, stderr=log, stdin=subprocess.DEVNULL))

    def kill(self):
        for process in self.processes:
            end(process)
        self.processes = []

    def said(self):
        """What following and shipping said."""
        with open(self.log, errors="replace") as log:
            return log.read()

    def shipped(self):
        """How many hits a hub has confirmed."""
        return sum(int(line.split()[1].replace(",", "")) for line in self.said().splitlines()
                   if line.startswith("shipped "))

    # Programs on the machine.

    def work(self):
        """Writes hits and resolves, from now on."""
        for body in (self.write, self.resolve):
            thread = threading.Thread(target=body, daemon=True)
            thread.start()
            self.threads.append(thread)

    def write(self):
        while not self.is_ending:
            self.write_batch(self.random.choice([3, 50, 700, 2500]))
            # More hits would show no more, and take longer to ship.
            time.sleep(self.random.uniform(0, 0.4))

    def write_batch(self, count):
        """Writes hits with URLs of their own, until all are committed."""
        self.batches += 1
        # Beside the folder, which may be on a disk that is full.
        path = "%s.%d.ndjson" % (self.folder, self.batches)
        urls = ["https://x/%s/%d/%d" % (self.name, self.batches, number) for number in range(count)]
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + (self.clock or 0)))
        with self.pause:
            with open(path, "w") as file:
                file.writelines(json.dumps({"url": url, "time": moment}) + "\n" for url in urls)
            while not self.imported(path):
                if self.is_ending == "now":
                    return
                time.sleep(0.2)
            self.written.update(urls)
            os.remove(path)

    def imported(self, path):
        self.importing = self.spawn(
            "hits", "import", path, "--db", self.registry, "--quiet", stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        error = self.importing.communicate()[1].decode(errors="replace")
        # What was killed says nothing.
        if self.importing.returncode != 0 and error:
            self.refusals.append(error)
        return self.importing.returncode == 0

    def resolve(self):
        """Asks a process that resolves, and records; every answer must be the same."""
        while not self.is_ending:
            with self.still:
                if not self.resolver:
                    self.resolver = self.spawn(
                        "resolve", "-", "--db", self.registry,
                        *(["--record"] if self.records else []), stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE, stderr=open(self.folder + ".resolver.log", "ab"))
                process = self.resolver
            answer = self.ask(process, b"/always?n=%s-%d\n" % (self.name.encode(), self.resolved))
            # Of one that was killed, nothing is expected.
            if answer.split(b"\t")[1:2] == [b"matched"]:
                self.resolved += 1
            elif process is self.resolver:
                self.failures.append("resolve: '%s'" % answer.decode(errors="replace").strip())
                return
            time.sleep(0.02)
        if self.resolver:
            self.resolver.stdin.close()
            self.resolver.wait()

    @staticmethod
    def ask(process, line):
        try:
            process.stdin.write(line)
            process.stdin.flush()
            if not select.select([process.stdout], [], [], 20)[0]:
                return b"no answer in 20 s"
            return process.stdout.readline()
        except OSError:
            return b""

    def kill_resolver(self):
        process, self.resolver = self.resolver, None
        if process:
            end(process)

    def kill_writer(self):
        process = self.importing
        if process:
            process.kill()

    def finish(self):
        """Lets the programs come to their end; following and shipping go on."""
        self.is_ending = True
        for thread in self.threads:
            thread.join(60)
        for link in self.links:
            link.swallows = 0

    def close(self):
        self.is_ending = "now"
        self.kill_resolver()
        self.kill_writer()
        self.kill()

    # Its history.

    def recorded(self):
        """The URLs of the hits that the history has."""
        done = subprocess.run(
            [self.tool, "hits", "export", "--db", self.registry, "--history", self.history,
             "--format", "ndjson"], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit("fleet: hits export: " + done.stderr)
        return [json.loads(line)["url"] for line in done.stdout.splitlines()]

    def backup(self, folder):
        """Copies the history while nothing is written to it."""
        os.makedirs(folder, exist_ok=True)
        with self.pause, self.still:
            self.kill_resolver()
            for file in glob.glob(self.history + "*"):
                shutil.copy(file, folder)

    def restore(self, folder, hub):
        """Brings an old backup back after all was shipped: what it has, the hub has already."""
        with self.pause, self.still:
            self.kill_resolver()
            self.written.update(self.recorded())
            deadline = time.time() + 60
            mine = "SELECT count(*) FROM routedb.hit WHERE url ~ '[/=]%s[/-]'" % self.name
            while hub.number(mine) < len(self.written) and time.time() < deadline:
                time.sleep(0.3)
            self.kill()
            for file in glob.glob(self.history + "*"):
                os.remove(file)
            for file in glob.glob(folder + "/*"):
                shutil.copy(file, self.folder)
            self.start()


def end(process):
    process.kill()
    process.wait()


@functools.cache
def clock_library():
    """The library of `clock.c`; `None` if it cannot be made here."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not (compiler and sys.platform == "linux"):
        return None
    folder = tempfile.mkdtemp(prefix="fleet-clock-")
    atexit.register(shutil.rmtree, folder, True)
    # Also for a server, which is not run by root.
    os.chmod(folder, 0o755)
    library = folder + "/clock.so"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library,
                    os.path.dirname(os.path.abspath(__file__)) + "/clock.c"], check=True)
    return library
