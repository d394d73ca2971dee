"""Starts services as Examples/operating says, and compares their metrics. `.ci/operating/run` says how."""

import os
import subprocess
import sys

import names
from services import Node, Service, adapted, ask_probes, containers, served, unit


def main():
    tool, scratch = sys.argv[1:]
    texts = metrics(tool, scratch)
    found = names.exposed(texts)
    wrong = names.unknown(found) + [
        text for texts in (names.unshown(found), names.untested(), names.misplaced()) for text in texts]
    for text in wrong:
        print("  WRONG: " + text)
    # A control: without one of the metrics, the comparison must find something.
    for name in found:
        if not names.unknown({other: series for other, series in found.items() if other != name}):
            wrong.append(name)
            print("  WRONG: nothing would ask for %s: a poor check" % name)
    if wrong:
        raise SystemExit("operating: failed")
    names.write_rules(scratch)
    print("operating: %d alerts and %d expressions ask for the %d metrics that services have" % (
        len(names.rules()), len(list(names.expressions())), len(found)))


def metrics(tool, scratch):
    """What /metrics answers of a service, of a node's, of a unit's and of the hub's, and of nodes themselves."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ROUTEDB_")}
    run = Runner(tool, scratch, environment)
    hub = database(environment)
    run("hub", "init", hub)
    run("add", "/user/{id:int}", "--target", "user", "--hub", hub)
    run("init", "--db", "own.db")
    run("follow", hub, "--once", "--node", "web-1", "--db", "node.db")
    token = run("token", "add", "prometheus", "--scope", "read,resolve", "--tokens", "routes.tokens")
    copies = [("service", "own.db", served("service.yml")), ("node", "node.db", served("node.yml"))]
    texts = []
    for name, registry, container in copies:
        arguments = adapted(container["args"], scratch) + ["--db", registry]
        texts.append(run.ask(name, arguments, token, lambda service: ask_probes(service, container)))
    arguments = adapted(unit("routedb-serve.service"), scratch)
    texts.append(run.ask("unit", arguments + ["--db", "own.db"], token))
    texts.append(run.ask("hub", ["serve", "--hub", hub, "--listen", "127.0.0.1:0"], token))
    pod = next(one for one in containers("node.yml") if one.get("args", [""])[0] == "node")
    for arguments in (pod["args"], unit("routedb-node.service")):
        # The unit names the node by systemd's word for the host, and the pod by its environment.
        named = ["web-2" if word == "%H" else word for word in adapted(arguments, scratch)]
        named += [] if "--node" in named else ["--node", "web-2"]
        texts.append(run.ask_node(named + [hub], pod))
    return texts


def database(environment):
    """Makes a database at the server of the tests, and returns its address."""
    server = os.environ["ROUTEDB_TEST_HUB"]
    subprocess.run(
        ["psql", "-Xqd", server + " dbname=postgres", "-c", "DROP DATABASE IF EXISTS operating",
         "-c", "CREATE DATABASE operating ENCODING 'UTF8' TEMPLATE template0"], check=True, env=environment)
    return server + " dbname=operating"


class Runner:
    """Runs commands of the tool in a folder."""

    def __init__(self, tool, folder, environment):
        self.tool, self.folder, self.environment = tool, folder, environment
        os.makedirs(os.path.join(folder, "backups"), exist_ok=True)

    def __call__(self, *arguments):
        done = subprocess.run(
            [self.tool, *arguments, "--quiet"], cwd=self.folder, env=self.environment, check=True,
            stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def ask(self, name, arguments, token, also=lambda service: None):
        """Starts a service, resolves a URL, and returns its metrics, which it also writes to a file."""
        service = Service(
            self.tool, self.folder, arguments + ["--tokens", "routes.tokens"], self.environment)
        try:
            caller = {"Authorization": "Bearer " + token}
            service.get("/api/v1/resolve?url=/user/1", caller)
            also(service)
            text = service.get("/metrics", caller)
        finally:
            service.stop()
        with open(os.path.join(self.folder, name + ".metrics"), "w", encoding="utf-8") as file:
            file.write(text)
        return text

    def ask_node(self, arguments, container):
        """Starts a node, waits until it has asked the hub, and returns its metrics."""
        node = Node(self.tool, self.folder, arguments, self.environment)
        try:
            node.wait_for("/readyz")
            ask_probes(node, container, ("startupProbe", "livenessProbe"))
            return node.wait_for("/metrics", "routedb_node_hits_waiting")
        finally:
            node.stop()


if __name__ == "__main__":
    main()
