"""A hub whose tables somebody has changed, and sessions that keep its tables locked."""

import json
import os
import subprocess
import time

from fleet import Fleet
from judge import count, wrong
from node import clock_library
from server import DATABASE
from waiting import doctor, until

DAY = 86_400
# The most memory that a node may ever have used, in MiB, whatever the hub has.
MOST_MEMORY = 200

TAGS = """UPDATE routedb.registry_head SET ending = jsonb_set(ending::jsonb, '{tags}',
    '[{"name":"t","revision":999999,"time":0,"author":"","message":""}]')::text,
    fingerprint = 'tampered'"""
TAKEN = "SELECT sum(acked) FROM routedb.stream"
LAST = "number = (SELECT revision FROM routedb.registry_head)"

# What is changed at the hub, and what it must be told of it.
ATTACKS = {
    "a part of 600 MB": (
        "UPDATE routedb.registry_part SET lines = repeat('x', 600000000) WHERE " + LAST,
        "600000000 bytes"),
    "a second end": (
        "UPDATE routedb.registry_part SET lines = lines || '{\"end\":1,\"tags\":[]}' || chr(10)"
        " WHERE " + LAST, "ends after"),
    "a tag of no revision": (TAGS, "which is not there"),
    "a digest of other rows": (
        "UPDATE routedb.registry_revision SET digest = repeat('0', 64) WHERE " + LAST,
        "not its newest"),
    "other rows": (
        "UPDATE routedb.registry_part SET lines = replace(lines, '\"x\"', '\"y\"') WHERE " + LAST,
        "digest is not"),
}


def attacks(options, mends=True):
    """Tables are changed at the hub: nodes refuse them, go on, say why, and find back when they are mended."""
    with Fleet(options) as fleet:
        fleet.make_hub()
        nodes = [fleet.add_node("node-%d" % (number + 1)) for number in range(2)]
        fleet.start_nodes(count=1)
        found, counts = [], {}
        good = fleet.folder + "/good.db"
        for number, (name, (change, reason)) in enumerate(ATTACKS.items()):
            attack(fleet, number, change, good)
            counts[name] = 1
            found += refused(fleet, name, reason)
            if not mends:
                break
            fleet.run("hub", "publish", fleet.hub.address, "--db", good, "--replace")
            found += equal_again(fleet, name)
        if mends:
            found += without_head(fleet)
        fleet.finish()
        found += ["%s took %d MiB" % (node.name, most) for node in nodes
                  for most in [memory(node)] if most > MOST_MEMORY]
        found += wrong(fleet, 90 if mends else 5, looks=1 if not mends else 150)
        fleet.tell("attacks" if mends else "attacks without mending", counts)
        print("  most memory of a node: %d MiB" % max(map(memory, nodes)))
        return found


def attack(fleet, number, change, good):
    """Publishes a revision, keeps it, and changes it before any node can have it."""
    if os.path.exists(good):
        os.remove(good)
    for node in fleet.nodes:
        for link in node.links:
            link.cut()
    edited = fleet.edit("/attack/%d" % number)
    if edited.returncode != 0:
        raise SystemExit("fleet: an edit: " + edited.stderr)
    fleet.run("follow", fleet.hub.address, "--once", "--node", "keeper", "--db", good)
    fleet.hub.sql("DELETE FROM routedb.node WHERE name = 'keeper'")
    fleet.hub.sql(change)
    for node in fleet.nodes:
        for link in node.links:
            link.is_up = True


def refused(fleet, name, reason):
    """Every node must refuse what it is offered, tell the hub why, and resolve and ship all the while."""
    found = []
    if not until(40, lambda: all(reason in error for error in errors(fleet).values())):
        found.append("%s: the hub is told %s" % (name, errors(fleet)))
    resolved, hits = [node.resolved for node in fleet.nodes], count(fleet.hub)
    if not until(20, lambda: count(fleet.hub) > hits):
        found.append("%s: no hits come" % name)
    if not until(10, lambda: all(
            node.resolved > before for node, before in zip(fleet.nodes, resolved))):
        found.append("%s: a node does not resolve" % name)
    return found


def errors(fleet):
    rows = fleet.run("hub", "nodes", fleet.hub.address, "--json")
    return {row["name"]: row["error"] or "" for row in json.loads(rows)["nodes"]}


def equal_again(fleet, name):
    digest = fleet.hub.sql("SELECT digest FROM routedb.registry_head")
    have = "SELECT count(*) FROM routedb.node WHERE digest = '%s' AND error IS NULL" % digest
    if until(40, lambda: fleet.hub.number(have) == len(fleet.nodes)):
        return []
    return ["%s: nodes do not find back: %s" % (name, errors(fleet))]


def without_head(fleet):
    """The head is gone and comes back, and nobody is told."""
    fleet.hub.sql("CREATE TABLE kept AS TABLE routedb.registry_head")
    fleet.hub.sql("DELETE FROM routedb.registry_head")
    found = ["the doctor does not say: " + text for text in doctor(
        fleet, 10, ["head of the registry is missing"])]
    if not until(20, lambda: all("no head" in node.said() for node in fleet.nodes)):
        found.append("nodes do not say that there is no head")
    fleet.hub.sql("INSERT INTO routedb.registry_head TABLE kept; DROP TABLE kept")
    fleet.edit("/head/is/back")
    return found + equal_again(fleet, "the head was gone")


def memory(node):
    """The most memory that following and shipping have used, in MiB."""
    most = 0
    for process in node.processes:
        with open("/proc/%d/status" % process.pid) as file:
            lines = dict(line.split(":", 1) for line in file)
        most = max(most, int(lines["VmHWM"].split()[0]) // 1024)
    return most


class Session:
    """A session that somebody has left open."""

    def __init__(self, hub, *statements):
        self.process = subprocess.Popen(
            ["psql", "-XAtq", "-h", hub.folder, "-U", "postgres", "-d", DATABASE],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for statement in statements:
            self.process.stdin.write(statement + ";\n")
        self.process.stdin.write("SELECT 'done';\n")
        self.process.stdin.flush()
        while self.process.stdout.readline().strip() != "done":
            pass

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def reports(options, ahead=True):
    """A long report is read over midnight, and days are pruned: no hit waits for it."""
    if not clock_library():
        print("reports: SKIPPED, since there is no C compiler, or this is not Linux")
        return []
    with Fleet(options) as fleet:
        fleet.make_hub()
        if not ahead:
            wait_for_readers(fleet.hub)
        for number in range(options.nodes):
            fleet.add_node("node-%d" % (number + 1), clock=0)
        fleet.start_nodes(count=1)
        counts = {"report": 1, "prune": 1, "forgotten lock": 1}
        fleet.trouble(options.seconds / 3, ["swallow", "kill writer", "edit"], counts, 0)
        # A day that can be pruned.
        fleet.hub.sql("SELECT routedb.open_days(ARRAY[((extract(epoch FROM now()) - 30 * 86400)"
                      " * 1000000)::bigint])")
        report = Session(fleet.hub, "BEGIN", "SELECT count(*) FROM routedb.hit")
        for node in fleet.nodes:
            node.set_clock(DAY)
        # Batches of the day before may be on their way. Whoever asked the hits themselves would wait, too.
        time.sleep(3)
        taken, found = fleet.hub.number(TAKEN), []
        if not until(15, lambda: fleet.hub.number(TAKEN) > taken):
            found.append("hits of a new day wait for a report")
        else:
            found += pruned_meanwhile(fleet)
            fleet.trouble(options.seconds / 3, ["swallow", "kill node", "edit"], counts, 1)
        report.end()
        if ahead:
            found += forgotten_lock(fleet)
        fleet.finish()
        found += wrong(fleet, 90)
        fleet.tell("reports" if ahead else "reports without partitions ahead of time", counts)
        return found


def wait_for_readers(hub):
    """Makes partitions when the first hit of a day comes, and waits for all who read hits."""
    hub.sql("CREATE OR REPLACE FUNCTION routedb.open_coming_days() RETURNS void"
            " LANGUAGE sql SECURITY DEFINER AS 'SELECT'")
    hub.sql("ALTER FUNCTION routedb.open_days SET lock_timeout = 0")
    for day in hub.sql("SELECT inhrelid::regclass FROM pg_inherits"
                       " WHERE inhparent = 'routedb.hit'::regclass").splitlines():
        if day != "routedb.hit_other":
            hub.sql("DROP TABLE " + day)


def pruned_meanwhile(fleet):
    """Pruning must give up while hits are read, and hits must come all the while."""
    done = subprocess.run(
        [fleet.tool, "hub", "prune", fleet.hub.address, "--keep", "2d"], capture_output=True,
        text=True)
    found = [] if "used by somebody else" in done.stderr else ["a prune says: " + done.stderr]
    hits = count(fleet.hub)
    if not until(15, lambda: count(fleet.hub) > hits):
        found.append("no hits come after a prune")
    return found


def forgotten_lock(fleet):
    """Somebody keeps a table locked: the doctor says who, and hits come when it ends."""
    session = Session(
        fleet.hub, "SET application_name = 'forgotten'", "BEGIN",
        "LOCK TABLE routedb.stream IN SHARE MODE")
    missing = doctor(fleet, 30, ["has waited for", "'forgotten' of user 'postgres'"])
    session.end()
    hits = count(fleet.hub)
    found = ["the doctor does not say: " + text for text in missing]
    if not until(40, lambda: count(fleet.hub) > hits):
        found.append("no hits come after a lock")
    return found
