"""What is tried: each scene returns what is wrong at its end."""

import subprocess
import time

import patroni
from fleet import Fleet
from judge import count, wrong
from node import clock_library
from server import Server
from waiting import doctor, until

# The condition without which a batch that is sent twice is taken twice.
COMPARISON = "AND acked = first_number - 1"

LINKS = ["swallow", "swallow", "cut", "unplug"]
KILLS = ["kill node", "kill writer", "kill resolver"]
HUBS = ["kill hub", "backends", "edit"]
DAY = 86_400

# How long hits may take in the end, in seconds, before they count as lost.
PATIENCE = 90


def chaos(options, compares=True):
    """Everything fails at random; one history is set back to a backup."""
    with Fleet(options) as fleet:
        fleet.make_hub()
        if not compares:
            body = fleet.hub.sql("SELECT pg_get_functiondef('routedb.advance'::regproc)")
            assert COMPARISON in body
            fleet.hub.sql(body.replace(COMPARISON, ""))
        for number in range(options.nodes):
            fleet.add_node("node-%d" % (number + 1))
        fleet.start_nodes()
        counts, first = {}, fleet.nodes[0]
        for part in range(3):
            if part == 2 and compares:
                first.restore(fleet.folder + "/backup", fleet.hub)
                counts["restore"] = 1
            fleet.trouble(options.seconds / 3, LINKS + KILLS + HUBS, counts, part)
            if part == 0:
                first.backup(fleet.folder + "/backup")
        fleet.finish()
        found = wrong(fleet, PATIENCE if compares else 15)
        fleet.tell("chaos" if compares else "chaos without comparing", counts)
        return found


def failover(options, waits=False, keeps=True):
    """A standby is promoted while the old primary lives, and takes hits that nobody else gets.

    If the primary waits for the standby, nothing that it confirmed is lost with it. Otherwise the
    nodes have it still, if they keep it.
    """
    with Fleet(options, servers=2) as fleet:
        fleet.make_hub()
        fleet.make_standby()
        old, new = fleet.servers
        if waits:
            old.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            old.sql("SELECT pg_reload_conf()")
        for number in range(options.nodes):
            fleet.add_node("node-%d" % (number + 1))
        fleet.start_nodes(count=1)
        counts = {}
        fleet.trouble(options.seconds / 3, LINKS + KILLS + ["backends", "edit"], counts, 0)
        for node in fleet.nodes:
            settle(node)
        fleet.replication.cut()
        if not waits:
            # Only the old primary has this edit, and nodes that follow it must give it up.
            fleet.edit("/lost")
        fleet.trouble(options.seconds / 4, KILLS + ["swallow"], counts, 1)
        if not keeps:
            prune(fleet)
        confirmed = sum(node.shipped() for node in fleet.nodes)
        for node in fleet.nodes:
            node.links[1].cut()
        new.promote()
        missing, alone = confirmed - count(new), count(old)
        # Both take hits now. Some nodes see only the new one, and some the old one first.
        for number, node in enumerate(fleet.nodes):
            node.links[1].is_up = True
            if number % 2 == 0:
                node.links[0].cut()
        fleet.servers.reverse()
        fleet.edit("/kept")
        fleet.trouble(options.seconds / 4, ["kill node", "swallow", "edit"], counts, 2)
        found = []
        if waits:
            found += ["the standby lacks %d hits that were confirmed" % missing] * (missing > 0)
        elif missing <= 0 or keeps and not until(20, lambda: count(old) > alone):
            found.append("a poor test: the old primary took no hits alone")
        old.kill()
        fleet.trouble(options.seconds / 6, LINKS + KILLS + ["backends", "edit"], counts, 3)
        fleet.finish()
        found += wrong(fleet, PATIENCE if keeps else 15)
        fleet.tell("failover, %s" % ("the primary waits" if waits else "asynchronous"), counts)
        print("  confirmed hits that the promoted standby did not have: %d" % max(missing, 0))
        return found


def settle(node):
    """Waits until the links of a node are up again."""
    deadline = time.time() + 5
    while not all(link.is_up for link in node.links) and time.time() < deadline:
        time.sleep(0.1)


def prune(fleet):
    """Deletes on the nodes what the hub has confirmed."""
    fleet.finish()
    expected = sum(len(node.recorded()) for node in fleet.nodes)
    deadline = time.time() + 30
    while count(fleet.hub) < expected and time.time() < deadline:
        time.sleep(0.2)
    for node in fleet.nodes:
        fleet.run("hits", "prune", "--older-than", "0s", "--yes", "--db", node.registry)


def copies(options):
    """A history is cloned with a backlog, both ship the same streams, and one is set back."""
    with Fleet(options) as fleet:
        fleet.make_hub()
        first = fleet.add_node("node-1")
        fleet.start_nodes(count=1)
        for link in first.links:
            link.cut()
        for number in range(4):
            first.write_batch(3000)
        clone = fleet.add_node("node-2")
        first.backup(clone.folder)
        first.backup(fleet.folder + "/backup")
        fleet.start_nodes(clone, count=1)
        for link in first.links:
            link.is_up = True
        counts = {"clone": 1, "restore": 1}
        fleet.trouble(options.seconds / 4, LINKS + KILLS, counts, 0)
        first.restore(fleet.folder + "/backup", fleet.hub)
        fleet.trouble(options.seconds / 4, LINKS + KILLS, counts, 1)
        fleet.finish()
        found = wrong(fleet, PATIENCE)
        fleet.tell("copies", counts)
        return found


def clocks(options):
    """Clocks are wrong, that of the hub too, and step while programs run; two nodes have one name."""
    if not clock_library():
        print("clocks: SKIPPED, since there is no C compiler, or this is not Linux")
        return []
    with Fleet(options, servers=0) as fleet:
        server = fleet.add_server(Server)
        server.set_clock(2 * DAY, clock_library())
        server.make()
        fleet.make_hub()
        steps = {"node-1": [3 * DAY, -7200], "node-2": [-500 * DAY, 0], "node-3": [40, 90_000]}
        for name, (clock, _) in steps.items():
            fleet.add_node(name, clock)
        twin = fleet.add_node("twin")
        fleet.start_nodes(count=1)
        twin.kill()
        twin.start(1, name="node-3")
        counts = {}
        fleet.trouble(options.seconds / 3, ["swallow", "kill writer", "edit"], counts, 0)
        found = []
        named = doctor(fleet, 40, ["'node-1' has a clock", "'node-2' has a clock",
                                   "'node-3' is the name of two", "The hub's clock is 172"])
        found += ["the doctor does not say: " + text for text in named]
        for node in fleet.nodes[:3]:
            node.set_clock(steps[node.name][1])
        server.set_clock(0, clock_library())
        counts["step"] = 4
        fleet.trouble(options.seconds / 3, LINKS + KILLS + ["edit"], counts, 1)
        fleet.finish()
        # The hub's own clock was ahead when it noted what has happened last, and the doctor says so.
        ahead = "are in the future: the hub's clock was ahead"
        found += [text for text in wrong(fleet, PATIENCE) if ahead not in text]
        found += ["the doctor does not say: " + text for text in doctor(fleet, 5, [ahead])]
        if "Another process follows the hub" not in twin.said() + fleet.nodes[2].said():
            found.append("neither node of one name says so")
        if not fleet.hub.number("SELECT count(*) FROM routedb.hit_other"):
            found.append("no hit was of another time")
        fleet.tell("clocks", counts)
        return found


def disks(options):
    """The disks of a node and of the hub are full; both say so, and go on when there is room."""
    with Fleet(options) as fleet:
        if fleet.network.refusal:
            print("disks: SKIPPED, since mounting needs root")
            return []
        space = fleet.folder + "/space"
        fleet.mount(space, 30)
        subprocess.run(["chown", "postgres", space], check=True)
        fleet.hub.sql("CREATE TABLESPACE small LOCATION '%s'" % space, "postgres")
        fleet.make_hub("TABLESPACE small")
        fleet.mount(fleet.folder + "/node-1", 20)
        small, large = fleet.add_node("node-1"), fleet.add_node("node-2")
        # What records must say that it could not; what only resolves must not notice at all.
        small.records = large.records = False
        fleet.start_nodes(count=1)
        fleet.fill(small.folder, keeping=1)
        fleet.fill(space, keeping=3)
        found = []
        if not until(60, lambda: any("full" in text for text in small.refusals)):
            found.append("a node with a full disk does not say so: %s" % small.refusals[:1])
        fleet.edit("/while/full")
        if not until(60, lambda: "disk of the hub" in large.said() + small.said()):
            found.append("nobody says that the disk of the hub is full")
        edited = fleet.edit("/while/hub/full")
        if edited.returncode != 0 and "full" not in edited.stderr:
            found.append("an edit at a full hub says: " + edited.stderr)
        resolved = [node.resolved for node in fleet.nodes]
        time.sleep(1)
        if any(node.resolved <= before for node, before in zip(fleet.nodes, resolved)):
            found.append("a node does not resolve while disks are full")
        fleet.grow(space, 400)
        fleet.grow(fleet.folder + "/node-1", 200)
        time.sleep(2)
        fleet.edit("/after")
        fleet.finish()
        found += wrong(fleet, PATIENCE)
        refused = next((text for text in small.refusals if "full" in text), "")
        fleet.tell("disks", {"refused imports": len(small.refusals)})
        print("  node: " + refused.splitlines()[0] if refused else "  node: nothing")
        said = [line for line in large.said().splitlines() if "disk of the hub" in line]
        print("  hub:  " + (said[0] if said else "nothing"))
        return found


def log(options):
    """The hub has no room even for its log, so it ends, and is started again when there is some."""
    with Fleet(options, servers=0) as fleet:
        if fleet.network.refusal:
            print("log: SKIPPED, since mounting needs root")
            return []
        server = fleet.add_server(Server)
        fleet.mount(server.folder, 90)
        server.settings = "-c max_wal_size=32MB -c min_wal_size=32MB -c restart_after_crash=off"
        server.make()
        fleet.make_hub()
        for number in range(2):
            fleet.add_node("node-%d" % (number + 1))
        fleet.start_nodes(count=1)
        # Not everything of it is free to the hub.
        fleet.fill(server.folder, keeping=6)
        found = []
        if not until(60, lambda: not server.answers()):
            found.append("the hub does not end")
        server.kill()
        resolved = [node.resolved for node in fleet.nodes]
        time.sleep(2)
        if any(node.resolved <= before for node, before in zip(fleet.nodes, resolved)):
            found.append("a node does not resolve without a hub")
        fleet.grow(server.folder, 400)
        server.start()
        fleet.finish()
        found += wrong(fleet, PATIENCE)
        fleet.tell("log")
        return found


STREAMING = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"


def keeper(options, lives=(True, False)):
    """Patroni promotes a standby, twice: while the old primary lives, and after it was killed."""
    if not patroni.is_there():
        print("patroni: SKIPPED, since it is missing (apt-get install patroni etcd-server)")
        return []
    with Fleet(options, servers=0) as fleet:
        machine = fleet.network.machine()
        etcd = patroni.Etcd(fleet.folder, machine)
        try:
            return kept(options, fleet, etcd, lives)
        finally:
            etcd.kill()


def kept(options, fleet, etcd, lives):
    for number in (1, 2):
        server = fleet.add_server(patroni.Kept)
        server.configure(etcd, fleet.hosts[-1], number)
        server.start()
        patroni.wait_for("primary" if number == 1 else "standby", server)
    fleet.make_hub()
    # A standby that has not begun to copy is never promoted.
    if not until(60, lambda: fleet.hub.number(STREAMING)):
        return ["the standby does not follow the primary"]
    for number in range(options.nodes):
        fleet.add_node("node-%d" % (number + 1))
    fleet.start_nodes(count=1)
    counts = {}
    fleet.trouble(options.seconds / 3, LINKS + KILLS + ["edit"], counts, 0)
    for is_alive in lives:
        old, new = fleet.servers
        # Without Patroni, nobody tells the old primary that it is none any more.
        old.kill_keeper() if is_alive else old.kill()
        begin = time.time()
        patroni.wait_for("primary", new)
        print("  promoted after %d s, while the old primary %s"
              % (time.time() - begin, "took hits" if old.role() == "primary" else "was dead"))
        fleet.servers.reverse()
        fleet.trouble(options.seconds / 3, KILLS + ["swallow", "edit"], counts, 1)
        old.start()
        patroni.wait_for("standby", old)
    fleet.finish()
    found = wrong(fleet, PATIENCE)
    fleet.tell("patroni", counts)
    return found
