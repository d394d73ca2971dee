"""What a hub must have at the end, and nodes too."""

import collections
import json
import subprocess
import time


def wrong(fleet, patience, looks=150):
    """What is not as it must be; hits may come late by some seconds of patience, registries by some looks."""
    written = set()
    for node in fleet.nodes:
        written |= node.written
    expected = written.union(*(node.recorded() for node in fleet.nodes))
    deadline = time.time() + patience
    while time.time() < deadline and count(fleet.hub) < len(expected):
        time.sleep(0.3)
    # A batch that comes twice would come by now.
    time.sleep(2)
    found = wrong_hits(fleet.hub, expected) + wrong_sums(fleet.hub)
    found += wrong_registries(fleet, looks)
    found += ["%s: %s" % (node.name, failure) for node in fleet.nodes for failure in node.failures]
    return found


def count(hub):
    return hub.number("SELECT count(*) FROM routedb.hit")


def wrong_hits(hub, expected):
    """Every hit that was committed on a node must be at the hub exactly once."""
    found = []
    there = collections.Counter(hub.sql("SELECT url FROM routedb.hit").splitlines())
    lost = expected - there.keys()
    twice = [url for url, times in there.items() if times > 1]
    strange = there.keys() - expected
    for name, urls in (("lost", lost), ("doubled", twice), ("never written", strange)):
        if urls:
            found.append("%d of %d hits are %s, such as '%s'"
                         % (len(urls), len(expected), name, min(urls)))
    if hub.number("SELECT count(*) FROM routedb.gap"):
        found.append("there are gaps")
    numbers = hub.number("SELECT count(DISTINCT (stream, sequence)) FROM routedb.hit")
    if numbers != sum(there.values()):
        found.append("hits share a number")
    return found


def wrong_sums(hub):
    """The hourly sums must be those of the rows."""
    rows = """
        SELECT floor(at_us::numeric / 3600000000)::bigint * 3600, stream, namespace, route, outcome,
            count(*), sum(weight), sum(greatest(duration, 0)), count(*) FILTER (WHERE duration >= 0)
        FROM routedb.hit GROUP BY 1, 2, 3, 4, 5"""
    sums = "SELECT * FROM routedb.hit_hour"
    wrong = hub.number("SELECT count(*) FROM ((%s EXCEPT %s) UNION ALL (%s EXCEPT %s)) AS x"
                       % (rows, sums, sums, rows))
    return ["%d hourly sums are not those of the hits" % wrong] if wrong else []


def wrong_registries(fleet, looks):
    """Every node must have the hub's registry, with its history."""
    found = []
    digest = fleet.hub.sql("SELECT digest FROM routedb.registry_head")
    for node in fleet.nodes:
        for _ in range(looks):
            done = subprocess.run(
                [node.tool, "log", "--limit", "1", "--json", "--db", node.registry],
                capture_output=True, text=True)
            if done.returncode == 0 and digest in done.stdout:
                break
            time.sleep(0.3)
        else:
            found.append("%s does not have the hub's registry" % node.name)
    done = subprocess.run(
        [fleet.tool, "hub", "doctor", fleet.hub.address, "--json"], capture_output=True, text=True)
    for finding in json.loads(done.stdout)["findings"]:
        if finding["area"] != "node":
            found.append("the doctor finds: " + finding["message"])
    return found
