"""A hub with its servers, nodes, and what goes wrong between them."""

import os
import random
import shutil
import subprocess
import tempfile
import time

from network import Link, Machine, Network
from node import Node
from server import DATABASE, Server


class Fleet:
    """A hub and nodes in a temporary folder, which go with it."""

    def __init__(self, options, servers=1):
        self.tool, self.seed = options.tool, options.seed
        self.folder = tempfile.mkdtemp(prefix="fleet-")
        os.chmod(self.folder, 0o755)
        self.network = Network()
        self.servers, self.hosts, self.nodes, self.mounts = [], [], [], []
        self.replication = None
        self.started = time.time()
        for _ in range(servers):
            self.add_server(Server)
        if servers:
            self.hub.make()

    def add_server(self, kind):
        """Adds a server on a machine of its own; it is not started yet."""
        self.hosts.append(self.network.machine())
        name = "hub-%d" % len(self.hosts)
        self.servers.append(kind(self.folder, name, self.hosts[-1].prefix))
        return self.servers[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.close()
        for link in [link for node in self.nodes for link in node.links] + [self.replication]:
            if link:
                link.is_over = True
        for server in self.servers:
            server.kill()
        self.network.close()
        for mount in reversed(self.mounts):
            subprocess.run(["umount", "-l", mount], check=False)
        if os.environ.get("FLEET_KEEP"):
            print("kept: " + self.folder)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def hub(self):
        """The server that is the hub now."""
        return self.servers[0]

    def make_hub(self, more=""):
        self.hub.sql("CREATE DATABASE %s %s" % (DATABASE, more), "postgres")
        self.run("hub", "init", self.hub.address)
        self.run("add", "/always", "--target", "x", "--hub", self.hub.address)

    def make_standby(self):
        """Lets the second server follow the first, by a link that can be cut."""
        folder = self.folder + "/replication"
        # Of this machine, so it is a socket in the folder.
        self.replication = Link(self.hub, Machine(), folder, 0)
        self.servers[1].copy(
            "host=%s user=postgres application_name=standby" % self.replication.host)

    def run(self, *arguments):
        """Runs the tool, and expects it to work."""
        done = subprocess.run([self.tool, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit("fleet: routedb %s: %s" % (" ".join(arguments), done.stderr))
        return done.stdout

    def add_node(self, name, clock=None):
        """Adds a machine with a link to each server."""
        folder, machine = self.folder + "/" + name, self.network.machine()
        links = [Link(server, host, "%s.links/%s" % (folder, server.name), machine.number)
                 for server, host in zip(self.servers, self.hosts)]
        self.nodes.append(Node(self.tool, machine, links, folder, name, self.seed, clock))
        return self.nodes[-1]

    def start_nodes(self, *nodes, count=None):
        """Starts nodes, or all, and lets them work when they have the registry."""
        for node in nodes or self.nodes:
            node.start(count)
        deadline = time.time() + 60
        for node in nodes or self.nodes:
            while not self.has_registry(node):
                if time.time() > deadline:
                    raise SystemExit("fleet: %s gets no registry: %s" % (node.name, node.said()))
                time.sleep(0.2)
            node.work()

    def has_registry(self, node):
        return os.path.exists(node.registry) and subprocess.run(
            [self.tool, "resolve", "/always", "--db", node.registry], capture_output=True
        ).returncode == 0

    def edit(self, path, server=None):
        """Edits the hub's registry; that may fail, as the hub may."""
        return subprocess.run(
            [self.tool, "add", path, "--target", "x", "--hub", (server or self.hub).address],
            capture_output=True, text=True,
            env=dict(os.environ, ROUTEDB_TIMEOUT_MS="2000", PGCONNECT_TIMEOUT="3"))

    def trouble(self, seconds, kinds, counts, seed):
        """Makes things fail for a time; counts how often what happened."""
        chance = random.Random("%s/%s" % (self.seed, seed))
        end = time.time() + seconds
        while time.time() < end:
            time.sleep(chance.uniform(0.2, 0.9))
            node, what = chance.choice(self.nodes), chance.choice(kinds)
            # Drawn in any case, so that what follows does not depend on what is possible.
            number, span = chance.randint(1, 3), chance.uniform(0.3, 2)
            if what == "unplug" and not node.machine.holder:
                what = "cut"
            if what == "kill hub" and counts.get(what, 0) > (time.time() - self.started) / 8:
                continue
            counts[what] = counts.get(what, 0) + 1
            self.fail(what, node, number, span, counts[what])

    def fail(self, what, node, number, span, count):
        if what == "kill node":
            node.kill()
            node.start()
        elif what == "kill writer":
            node.kill_writer()
        elif what == "kill resolver":
            node.kill_resolver()
        elif what == "swallow":
            for link in node.links:
                link.swallows += number
        elif what == "cut":
            for link in node.links:
                link.cut(span)
        elif what == "unplug":
            node.machine.unplug(span)
        elif what == "kill hub":
            self.hub.kill()
            self.hub.start()
        elif what == "backends":
            self.hub.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                         " WHERE datname = current_database() AND pid <> pg_backend_pid()")
        elif what == "edit":
            self.edit("/edit/%d" % count)

    def finish(self):
        for node in self.nodes:
            node.finish()

    def tell(self, scene, counts=()):
        """Prints what a scene came to."""
        what = dict(counts)
        what["answers swallowed"] = sum(
            link.swallowed for node in self.nodes for link in node.links)
        print("%s, seed %d, %d s: %d hits of %d nodes, which resolved %d times; %s" % (
            scene, self.seed, time.time() - self.started,
            sum(len(node.written) for node in self.nodes), len(self.nodes),
            sum(node.resolved for node in self.nodes),
            ", ".join("%s %d" % pair for pair in sorted(what.items()))), flush=True)

    def mount(self, folder, size):
        """Makes a folder a disk of its own size, in MiB."""
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%dm,mode=0777" % size, "fleet", folder],
                       check=True)
        self.mounts.append(folder)

    def fill(self, folder, keeping):
        """Leaves only so many MiB of a disk free."""
        free = shutil.disk_usage(folder).free - (keeping << 20)
        with open(folder + "/ballast", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(free, 1))

    def grow(self, folder, size):
        subprocess.run(["mount", "-o", "remount,size=%dm" % size, folder], check=True)
