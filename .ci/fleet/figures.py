"""Measures what a hub carries, on a machine that does nothing else. `make fleet-figures` runs it.

All processes share the machine, and the server writes to disk as in production. What is printed is
the table of `Docs/fleet.md`.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from server import DATABASE, Server

ROUTES = 100_000


class Bench:
    """A hub of its own, with or without a standby."""

    def __init__(self, tool, standby=None):
        self.tool = tool
        self.folder = tempfile.mkdtemp(prefix="figures-")
        os.chmod(self.folder, 0o755)
        self.processes = []
        settings = "-c fsync=on -c track_commit_timestamp=on -c max_wal_size=4GB"
        self.hub = Server(self.folder, "hub-1", settings=settings)
        self.hub.make()
        self.servers = [self.hub]
        if standby:
            self.servers.append(Server(self.folder, "hub-2", settings=settings))
            self.servers[1].copy("host=%s user=postgres application_name=two" % self.hub.folder)
            if standby == "waiting":
                self.hub.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
                self.hub.sql("SELECT pg_reload_conf()", "postgres")
        self.hub.sql("CREATE DATABASE " + DATABASE, "postgres")
        self.run("hub", "init", self.hub.address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()
        for server in self.servers:
            server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments):
        done = subprocess.run([self.tool, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit("figures: routedb %s: %s" % (" ".join(arguments), done.stderr))
        return done.stdout

    def node(self, number, **options):
        path = "%s/node-%d.db" % (self.folder, number)
        self.processes.append(subprocess.Popen(
            [self.tool, "node", self.hub.address, "--db", path, "--node", "node-%d" % number],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options))
        return self.processes[-1]

    def record(self, number, hits):
        """Writes the history of a node; returns its bytes a hit."""
        path = "%s/node-%d.db" % (self.folder, number)
        log = self.folder + "/log.ndjson"
        if not os.path.exists(log):
            write_log(log, hits)
        self.run("follow", self.hub.address, "--db", path, "--once", "--node", "new")
        self.run("hits", "import", log, "--db", path, "--quiet")
        return os.path.getsize("%s/node-%d.hits.db" % (self.folder, number)) / hits

    def processor_seconds(self):
        """How long the server's processes have used a processor."""
        with open(self.hub.data + "/postmaster.pid") as file:
            postmaster = file.readline().strip()
        children = subprocess.run(
            ["pgrep", "-P", postmaster], capture_output=True, text=True).stdout.split()
        return (processor_ticks(postmaster, ended_children=True)
                + sum(map(processor_ticks, children))) / os.sysconf("SC_CLK_TCK")


def processor_ticks(process, ended_children=False):
    try:
        with open("/proc/%s/stat" % process) as file:
            fields = file.read().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0
    return sum(map(int, fields[11:15 if ended_children else 13]))


def write_log(path, hits):
    """Writes a log: URLs of some 90 bytes over an hour, of which most match."""
    begin = int(time.time()) - 3600
    with open(path, "w") as file:
        for hit in range(hits):
            moment = time.gmtime(begin + hit * 3600 // hits)
            file.write(
                '{"url":"https://shop.example.com/%s/%d?ref=newsletter&campaign=autumn-%d'
                '&device=phone","time":"%s","status":200,"duration":0.0%d}\n' % (
                    "products" if hit % 20 else "nothing", hit * 7919 % 50_000, hit % 13,
                    time.strftime("%Y-%m-%dT%H:%M:%SZ", moment), hit % 9 + 1))


def shipping(tool, nodes, hits, standby=None):
    """How fast the backlogs of nodes come to a hub, and what a hit takes there."""
    with Bench(tool, standby) as bench:
        bench.run("add", "/products/{id:int}", "--target", "product", "--hub", bench.hub.address)
        local = [bench.record(number, hits) for number in range(nodes)]
        log = int(bench.hub.sql("SELECT pg_current_wal_lsn() - '0/0'").split(".")[0])
        used = bench.processor_seconds()
        total, start = nodes * hits, time.time()
        for number in range(nodes):
            bench.node(number, stdout=subprocess.DEVNULL)
        sum_of_cursors = "SELECT coalesce(sum(acked), 0) FROM routedb.stream"
        while bench.hub.number(sum_of_cursors) < total:
            time.sleep(0.05)
        seconds = time.time() - start
        used = bench.processor_seconds() - used
        log = int(bench.hub.sql("SELECT pg_current_wal_lsn() - '0/0'").split(".")[0]) - log
        rows = bench.hub.number(
            "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits"
            " WHERE inhparent = 'routedb.hit'::regclass")
        sums = bench.hub.number("SELECT pg_total_relation_size('routedb.hit_hour')")
        return {"rate": total / seconds, "used": used / total * 1e6,
                "local": statistics.mean(local), "log": log / total, "rows": rows / total,
                "sums": sums / total, "copy": copying(bench)}


def copying(bench):
    """How fast plain COPY brings the rows that the hub has to a table without anything, in rows a second.

    The table has the hub's columns, and neither indexes nor sums. It is filled by one session, from a file of the
    server, as a program would load a log.
    """
    path = bench.hub.folder + "/rows.copy"
    bench.hub.sql("COPY (SELECT * FROM routedb.hit) TO '%s'" % path)
    rows = bench.hub.number("SELECT count(*) FROM routedb.hit")
    rates = []
    for _ in range(3):
        bench.hub.sql("DROP TABLE IF EXISTS plain")
        bench.hub.sql("CREATE TABLE plain (LIKE routedb.hit)")
        bench.hub.sql("CHECKPOINT")
        start = time.time()
        bench.hub.sql("COPY plain FROM '%s'" % path)
        rates.append(rows / (time.time() - start))
    os.remove(path)
    return statistics.median(rates)


def propagation(tool, nodes, edits, routes=0):
    """How long after its commit an edit is applied on the nodes, in seconds."""
    with Bench(tool) as bench:
        if routes:
            publish(bench, routes)
        seen, lock = {}, threading.Lock()

        def watch(process):
            for line in process.stdout:
                if line.startswith("at revision "):
                    with lock:
                        seen.setdefault(int(line.split()[2].rstrip(",")), []).append(time.time())

        bench.run("add", "/first", "--target", "x", "--hub", bench.hub.address)
        for number in range(nodes):
            process = bench.node(number, stdout=subprocess.PIPE, text=True)
            threading.Thread(target=watch, args=(process,), daemon=True).start()
        revision = "SELECT revision FROM routedb.registry_head"
        committed = ("SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))"
                     " FROM routedb.registry_head")
        wait(lambda: len(seen.get(bench.hub.number(revision), [])) == nodes)
        delays = []
        for number in range(edits):
            bench.run("add", "/edit/%d" % number, "--target", "x", "--hub", bench.hub.address)
            moment, mine = float(bench.hub.sql(committed)), bench.hub.number(revision)
            wait(lambda: len(seen.get(mine, [])) == nodes)
            delays += [arrived - moment for arrived in seen[mine]]
        return sorted(delays)


def wait(condition):
    deadline = time.time() + 120
    while not condition():
        if time.time() > deadline:
            raise SystemExit("figures: the nodes do not get an edit")
        time.sleep(0.005)


def publish(bench, routes):
    """Makes a registry with many routes, and publishes it."""
    path, list_of_routes = bench.folder + "/source.db", bench.folder + "/routes.csv"
    with open(list_of_routes, "w") as file:
        file.write("pattern,target\n")
        for number in range(routes):
            file.write("/section-%d/item-%d/{id:int},screen-%d\n"
                       % (number % 100, number, number % 1000))
    bench.run("import", list_of_routes, "--db", path)
    bench.run("hub", "publish", bench.hub.address, "--db", path)


def cold_start(tool, routes):
    """How long a new node takes to have the registry, and then to answer for the first time."""
    with Bench(tool) as bench:
        publish(bench, routes)
        path, start = bench.folder + "/new.db", time.time()
        bench.run("follow", bench.hub.address, "--db", path, "--once", "--node", "new")
        followed = time.time()
        bench.run("resolve", "/section-7/item-%d07/1" % (routes // 100 - 1), "--db", path)
        return followed - start, time.time() - followed, os.path.getsize(path)


def rate(found):
    """A rate, and what share it is of that of plain COPY of the same rows on the same server."""
    return "{:,.0f} ({:.2f} of COPY's {:,.0f})".format(
        found["rate"], found["rate"] / found["copy"], found["copy"])


def main():
    parser = argparse.ArgumentParser(prog="figures")
    parser.add_argument("tool")
    parser.add_argument("--hits", type=int, default=300_000, help="the hits of each node")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--routes", type=int, default=ROUTES)
    options = parser.parse_args()

    def row(what, text):
        print("| %s | %s |" % (what, text), flush=True)

    server = subprocess.run(["psql", "--version"], capture_output=True, text=True).stdout.split()
    print("PostgreSQL %s and all nodes on %d processors\n" % (server[2], os.cpu_count()))
    row("what", "measured")
    row("---", "---")
    one = None
    for nodes in (1, 2, 4, 8):
        found = shipping(options.tool, nodes, options.hits)
        one = one or found
        row("hits a second from %d node%s" % (nodes, "s"[:nodes - 1]), rate(found))
    for standby, name in (("following", "a standby"), ("waiting", "a standby that is waited for")):
        found = shipping(options.tool, 4, options.hits, standby)
        row("hits a second from 4 nodes, with " + name, rate(found))
    row("time of one processor at the hub for a million hits", "%.1f s" % one["used"])
    row("bytes a hit at the hub: rows, hourly sums, log",
        "{rows:.0f}, {sums:.1f}, {log:.0f}".format(**one))
    row("bytes a hit in a node's history", "%.0f" % one["local"])
    for nodes, routes in ((1, 0), (8, 0), (1, options.routes)):
        edits = options.edits if not routes else max(options.edits // 5, 5)
        delays = propagation(options.tool, nodes, edits, routes)
        row("commit to applied, %d node%s, %s routes: p50, p99"
            % (nodes, "s"[:nodes - 1], "{:,}".format(routes or edits)),
            "%.0f ms, %.0f ms" % (delays[len(delays) // 2] * 1000,
                                  delays[int(len(delays) * 0.99)] * 1000))
    followed, answered, size = cold_start(options.tool, options.routes)
    row("a new node with {:,} routes: fetched, then first answer".format(options.routes),
        "%.1f s, %.1f s (a file of %.0f MiB)" % (followed, answered, size / (1 << 20)))


if __name__ == "__main__":
    main()
