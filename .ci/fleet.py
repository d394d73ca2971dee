"""Runs nodes of a hub in trouble, and counts the hits. `.ci/fleet` says how."""

import argparse
import glob
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

# The condition without which a batch that is sent twice is taken twice.
COMPARISON = "AND acked = first_number - 1"


class Hub:
    """The server of `.ci/hub`, which can be killed, and a database in it."""

    def __init__(self):
        self.server = os.environ["ROUTEDB_TEST_HUB"]
        self.directory = os.environ.get("ROUTEDB_TEST_HUB_DIRECTORY")
        self.database = "routedb_fleet_%d" % os.getpid()
        self.sql('CREATE DATABASE "%s"' % self.database, self.server + " dbname=postgres")
        self.address = "%s dbname=%s" % (self.server, self.database)

    def sql(self, sql, address=None):
        """Runs SQL behind the tool's back, again until the server answers."""
        for _ in range(100):
            done = subprocess.run(
                ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", address or self.address, "-c", sql],
                capture_output=True, text=True)
            if done.returncode == 0:
                return done.stdout.strip()
            if done.returncode == 1:
                break
            time.sleep(0.2)
        raise SystemExit("fleet: psql: " + done.stderr)

    def number(self, sql):
        return int(self.sql(sql) or 0)

    def kill(self):
        """Kills the server as power loss does, and starts it again."""
        if not self.directory:
            return
        data = self.directory + "/data"
        with open(data + "/postmaster.pid") as file:
            number = int(file.readline())
        children = subprocess.run(
            ["pgrep", "-P", str(number)], capture_output=True, text=True).stdout.split()
        for process in [number] + [int(child) for child in children]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        start = [
            sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))[-1], "-D", data, "-l",
            data + "/log", "-w", "start", "-o",
            "-c listen_addresses='' -c unix_socket_directories='%s' -c fsync=off"
            " -c max_connections=200" % self.directory]
        if os.getuid() == 0:
            start = ["runuser", "-u", "postgres", "--"] + start
        for _ in range(50):
            if subprocess.run(start, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
                return
            # Old processes may still hold the shared memory.
            time.sleep(0.3)
        raise SystemExit("fleet: the hub does not start again")


class Link:
    """A node's way to the hub, which can be cut, and can swallow answers."""

    def __init__(self, hub, folder):
        self.is_up = True
        self.swallows = 0
        self.swallowed = 0
        self.open = []
        self.folder = folder
        os.makedirs(folder)
        self.upstream = hub.directory + "/.s.PGSQL.5432"
        self.address = "host=%s user=postgres dbname=%s" % (folder, hub.database)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(folder + "/.s.PGSQL.5432")
        self.listener.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.socket(socket.AF_UNIX)
            try:
                if not self.is_up:
                    raise OSError("cut")
                far.connect(self.upstream)
            except OSError:
                near.close()
                continue
            pair = {"near": near, "far": far, "big": False}
            self.open.append(pair)
            threading.Thread(target=self.pump, args=(pair, near, far), daemon=True).start()
            threading.Thread(target=self.pump, args=(pair, far, near), daemon=True).start()

    def pump(self, pair, source, target):
        try:
            while True:
                data = source.recv(1 << 16)
                if not data or not self.is_up:
                    break
                if source is pair["near"]:
                    # Only a batch of hits is so long.
                    pair["big"] = pair["big"] or b"routedb.ship" in data
                elif pair["big"]:
                    pair["big"] = False
                    if self.swallows > 0:
                        self.swallows -= 1
                        self.swallowed += 1
                        break
                target.sendall(data)
        except OSError:
            pass
        self.close(pair)

    def close(self, pair):
        for end in (pair["near"], pair["far"]):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        if pair in self.open:
            self.open.remove(pair)

    def cut(self, seconds):
        self.is_up = False
        for pair in list(self.open):
            self.close(pair)
        threading.Timer(seconds, lambda: setattr(self, "is_up", True)).start()


class Node:
    """A machine: a registry that follows, a history, and what is written to it."""

    def __init__(self, tool, hub, folder, name, seed):
        self.tool, self.hub, self.name = tool, hub, name
        self.folder = folder + "/" + name
        os.makedirs(self.folder)
        self.link = Link(hub, self.folder + "/link")
        self.registry = self.folder + "/routes.db"
        self.history = self.folder + "/routes.hits.db"
        self.random = random.Random("%s/%s" % (seed, name))
        self.written = 0
        self.failures = []
        self.resolved = 0
        self.isEnding = False
        self.pause = threading.Lock()
        self.importing = None
        self.log = open(self.folder + "/node.log", "ab")
        self.processes = []
        self.start()

    def start(self):
        # With two shippers of one history, each is in the other's way.
        count = 2 if self.random.random() < 0.5 else 1
        for number in range(count):
            registry = self.registry if number == 0 else self.folder + "/second.db"
            self.processes.append(subprocess.Popen(
                [self.tool, "node", self.link.address, "--db", registry, "--history", self.history,
                 "--node", self.name if number == 0 else self.name + "-second"],
                stdout=self.log, stderr=self.log))

    def kill(self):
        for process in self.processes:
            process.kill()
            process.wait()
        self.processes = []

    def write(self):
        """Writes hits with URLs of their own, each batch until it is wholly committed."""
        batch = 0
        while not self.isEnding:
            batch += 1
            path = "%s/%d.ndjson" % (self.folder, batch)
            count = self.random.choice([3, 50, 700, 2500])
            with open(path, "w") as file:
                for number in range(count):
                    url = "https://x/%s/%d/%d" % (self.name, batch, number)
                    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
                    file.write(json.dumps({"url": url, "time": moment}) + "\n")
            with self.pause:
                for _ in range(50):
                    self.importing = subprocess.Popen(
                        [self.tool, "hits", "import", path, "--db", self.registry, "--quiet"],
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    error = self.importing.communicate()[1]
                    if self.importing.returncode == 0:
                        break
                    if self.importing.returncode != -signal.SIGKILL:
                        self.failures.append(error.decode())
                        time.sleep(0.2)
                self.written += count
            os.remove(path)
            done = subprocess.run(
                [self.tool, "resolve", "/always", "--db", self.registry], capture_output=True)
            if done.returncode != 0:
                self.failures.append("resolve: " + done.stderr.decode())
            self.resolved += 1

    def backup(self, folder):
        with self.pause:
            os.makedirs(folder, exist_ok=True)
            for file in glob.glob(self.history + "*"):
                shutil.copy(file, folder)

    def restore(self, folder):
        """Brings an old backup back after all was shipped: what it has, the hub has already."""
        with self.pause:
            deadline = time.time() + 60
            mine = "SELECT count(*) FROM routedb.hit WHERE url LIKE 'https://x/%s/%%'" % self.name
            while self.hub.number(mine) < self.written and time.time() < deadline:
                time.sleep(0.3)
            self.kill()
            for file in glob.glob(self.history + "*"):
                os.remove(file)
            for file in glob.glob(folder + "/*"):
                shutil.copy(file, self.folder)
            self.start()


def trouble(nodes, hub, tool, seconds, seed):
    """Makes things fail for a time; returns how often what happened."""
    chance = random.Random(seed)
    counts = {}
    end = time.time() + seconds
    number = 0
    while time.time() < end:
        time.sleep(chance.uniform(0.2, 0.9))
        node = chance.choice(nodes)
        what = chance.choice(
            ["kill node", "kill writer", "swallow", "swallow", "cut", "edit", "kill hub", "backends"])
        if what == "kill hub" and counts.get(what, 0) > seconds / 8:
            continue
        counts[what] = counts.get(what, 0) + 1
        if what == "kill node":
            node.kill()
            node.start()
        elif what == "kill writer" and node.importing:
            node.importing.kill()
        elif what == "swallow":
            node.link.swallows += chance.randint(1, 3)
        elif what == "cut":
            node.link.cut(chance.uniform(0.3, 2))
        elif what == "kill hub":
            hub.kill()
        elif what == "backends":
            hub.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()")
        elif what == "edit":
            number += 1
            subprocess.run(
                [tool, "add", "/edit/%d" % number, "--target", "x", "--hub", hub.address],
                capture_output=True)
    return counts


def wrong(hub, nodes, expected):
    """What is not as it must be."""
    found = []
    deadline = time.time() + 90
    rows = "SELECT count(*) FROM routedb.hit"
    while time.time() < deadline and hub.number(rows) < expected:
        time.sleep(0.3)
    # A batch that comes twice would come by now.
    time.sleep(2)
    count, distinct = hub.number(rows), hub.number("SELECT count(DISTINCT url) FROM routedb.hit")
    if count != expected or distinct != expected:
        found.append("%d hits were written; the hub has %d, of them %d different"
                     % (expected, count, distinct))
    if hub.number("SELECT coalesce(sum(hits), 0) FROM routedb.hit_hour") != count:
        found.append("the hourly sums are not those of the hits")
    if hub.number("SELECT count(*) FROM routedb.gap"):
        found.append("there are gaps")
    digest = hub.sql("SELECT digest FROM routedb.registry_head")
    for node in nodes:
        for _ in range(100):
            own = subprocess.run(
                [node.tool, "log", "--limit", "1", "--json", "--db", node.registry],
                capture_output=True, text=True).stdout
            if digest in own:
                break
            time.sleep(0.3)
        else:
            found.append("%s does not have the hub's registry" % node.name)
        found += ["%s: %s" % (node.name, failure) for failure in node.failures[:3]]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--control", action="store_true")
    options = parser.parse_args()

    hub = Hub()
    if not hub.directory:
        raise SystemExit("fleet: it kills the hub, so it needs the server of .ci/hub")
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    subprocess.run([options.tool, "hub", "init", hub.address], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        [options.tool, "add", "/always", "--target", "x", "--hub", hub.address], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if options.control:
        body = hub.sql("SELECT pg_get_functiondef('routedb.ship'::regproc)")
        assert COMPARISON in body
        hub.sql(body.replace(COMPARISON, ""))
    nodes = [Node(options.tool, hub, folder, "node-%d" % number, options.seed)
             for number in range(1, options.nodes + 1)]
    try:
        for node in nodes:
            while not os.path.exists(node.registry):
                time.sleep(0.1)
        time.sleep(1)
        writers = [threading.Thread(target=node.write, daemon=True) for node in nodes]
        for writer in writers:
            writer.start()
        third = options.seconds / 3
        counts = trouble(nodes, hub, options.tool, third, options.seed)
        nodes[0].backup(folder + "/backup")
        for what, count in trouble(nodes, hub, options.tool, third, options.seed + 1).items():
            counts[what] = counts.get(what, 0) + count
        if not options.control:
            nodes[0].restore(folder + "/backup")
            counts["restore"] = 1
        for what, count in trouble(nodes, hub, options.tool, third, options.seed + 2).items():
            counts[what] = counts.get(what, 0) + count
        for node in nodes:
            node.isEnding = True
            node.link.swallows = 0
        for writer in writers:
            writer.join()
        time.sleep(2)
        expected = sum(node.written for node in nodes)
        found = wrong(hub, nodes, expected)
        swallowed = sum(node.link.swallowed for node in nodes)
        resolved = sum(node.resolved for node in nodes)
        print("seed %d: %d hits of %d nodes, %d URLs resolved, %d answers swallowed, %s"
              % (options.seed, expected, options.nodes, resolved, swallowed,
                 ", ".join("%s %d" % pair for pair in sorted(counts.items()))))
    finally:
        for node in nodes:
            node.isEnding = True
            node.kill()
        if os.environ.get("FLEET_KEEP"):
            print("kept: " + folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    if options.control:
        if not any("were written" in line for line in found):
            raise SystemExit("fleet: without the compare-and-set, nothing was wrong: a poor test")
        print("control, without the compare-and-set: " + found[0])
    elif found:
        raise SystemExit("fleet: " + "; ".join(found))
    else:
        print("every hit is at the hub exactly once")


if __name__ == "__main__":
    main()
