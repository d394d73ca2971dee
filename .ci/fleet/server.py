"""PostgreSQL servers of the run's own, which can be killed, follow each other, and be promoted."""

import glob
import os
import shutil
import signal
import subprocess
import time

DATABASE = "fleet"


def programs():
    """The folder of PostgreSQL's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    if not initdb:
        raise SystemExit("fleet: there is no PostgreSQL: apt-get install postgresql")
    return os.path.dirname(initdb)


def as_postgres(command, prefix=()):
    """The command line with which a program runs as a user whom PostgreSQL accepts."""
    user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    return list(prefix) + user + command


class Server:
    """A server: its data, and its socket in a folder."""

    def __init__(self, folder, name, prefix=(), settings=""):
        self.name, self.prefix = name, prefix
        self.folder = folder + "/" + name
        self.data = self.folder + "/data"
        self.settings = settings
        self.environment = dict(os.environ)
        self.is_running = False
        os.makedirs(self.folder)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")

    def program(self, name, *arguments):
        done = subprocess.run(
            as_postgres([programs() + "/" + name, *arguments], self.prefix), capture_output=True,
            text=True, cwd="/", stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise SystemExit("fleet: %s: %s" % (name, done.stderr + done.stdout))

    def make(self):
        """Makes an empty server, and starts it."""
        self.program(
            "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--no-locale", "--no-sync")
        self.start()

    def copy(self, upstream):
        """Makes a standby of the server at an address, and starts it."""
        self.program("pg_basebackup", "-D", self.data, "-d", upstream, "-R", "-X", "stream",
                     "-c", "fast", "--no-sync")
        self.start()

    def set_clock(self, seconds, library):
        """Steps the clock of the server, also while it runs; it must have been done once before."""
        with open(self.folder + "/clock.new", "w") as file:
            file.write("%+d\n" % seconds)
        os.rename(self.folder + "/clock.new", self.folder + "/clock")
        self.environment.update(LD_PRELOAD=library, FLEET_CLOCK=self.folder + "/clock")

    def start(self):
        """Starts; also after a kill, when old processes may still hold the shared memory."""
        command = as_postgres([
            programs() + "/pg_ctl", "-D", self.data, "-l", self.folder + "/log", "-w", "start",
            "-o",
            "-c listen_addresses='' -c unix_socket_directories='%s' -c fsync=off"
            " -c max_connections=200 %s" % (self.folder, self.settings)], self.prefix)
        for _ in range(50):
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL, cwd="/", env=self.environment)
            if done.returncode == 0:
                self.is_running = True
                return
            time.sleep(0.3)
        with open(self.folder + "/log") as log:
            raise SystemExit("fleet: %s does not start: %s" % (self.name, log.read()[-2000:]))

    def kill(self):
        """Kills all processes of the server at once."""
        self.is_running = False
        try:
            with open(self.data + "/postmaster.pid") as file:
                number = int(file.readline())
        except FileNotFoundError:
            return
        children = subprocess.run(
            ["pgrep", "-P", str(number)], capture_output=True, text=True).stdout.split()
        for process in [number] + [int(child) for child in children]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def promote(self):
        """Makes a standby the primary."""
        self.program("pg_ctl", "-D", self.data, "-w", "promote")

    def sql(self, sql, database=DATABASE):
        """Runs SQL behind the tool's back, again until the server answers."""
        for _ in range(150):
            done = subprocess.run(
                ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "postgres",
                 "-d", database, "-c", sql], capture_output=True, text=True)
            if done.returncode == 0:
                return done.stdout.strip()
            if done.returncode == 1 and "terminating connection" not in done.stderr:
                break
            time.sleep(0.2)
        raise SystemExit("fleet: psql: " + done.stderr)

    def answers(self):
        return subprocess.run(
            [programs() + "/pg_isready", "-q", "-h", self.folder]).returncode == 0

    def number(self, sql):
        return int(self.sql(sql) or 0)

    @property
    def address(self):
        return "host=%s user=postgres dbname=%s" % (self.folder, DATABASE)
