"""Runs nodes of a hub in trouble, and counts the hits. `.ci/fleet/run` says how."""

import argparse
import functools

from attacks import attacks, reports
from network import Network
from scenes import chaos, clocks, copies, disks, failover, keeper, log

SCENES = {
    "chaos": chaos,
    "failover": failover,
    "failover-waiting": functools.partial(failover, waits=True),
    "copies": copies,
    "clocks": clocks,
    "disks": disks,
    "attacks": attacks,
    "reports": reports,
}

# Each is a scene in which something is left out that the others prove, and what must then be wrong.
CONTROLS = {
    "without-comparing": (functools.partial(chaos, compares=False), "doubled"),
    "without-keeping": (functools.partial(failover, keeps=False), "lost"),
    "without-mending": (
        functools.partial(attacks, mends=False), "does not have the hub's registry"),
    "without-partitions-ahead": (
        functools.partial(reports, ahead=False), "hits of a new day wait for a report"),
}


# These take minutes, or need programs that few have, so they run only when asked for.
OTHERS = {
    "log": log,
    "patroni": keeper,
    "patroni-once": functools.partial(keeper, lives=(False,)),
}


def main():
    parser = argparse.ArgumentParser(prog="fleet")
    parser.add_argument("tool")
    parser.add_argument("scenes", nargs="*", choices=[[], *SCENES, *CONTROLS, *OTHERS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--nodes", type=int, default=3)
    options = parser.parse_args()

    refusal = Network.refuse()
    if refusal:
        print("network namespaces: SKIPPED: %s; only links are cut" % refusal, flush=True)
    failed = []
    for name in options.scenes or [*SCENES, *CONTROLS]:
        if name not in CONTROLS:
            found = (SCENES | OTHERS)[name](options)
        else:
            scene, expected = CONTROLS[name]
            seen = scene(options)
            found = [] if any(expected in text for text in seen) else [
                "nothing is %s: a poor test (%s)" % (expected, seen)]
            print("  %s, as it must: %s" % (name, "; ".join(seen)), flush=True)
        for text in found:
            print("  WRONG: " + text, flush=True)
        failed += [name] if found else []
    if failed:
        raise SystemExit("fleet: wrong: " + ", ".join(failed))
    print("every hit is at the hub exactly once")


if __name__ == "__main__":
    main()
