"""Machines that are network namespaces, with one cable each, and links that swallow answers.

Without root there are no namespaces: all machines are this one, and only links can be cut.
"""

import ctypes
import os
import shutil
import socket
import subprocess
import threading
import time

NEW_NETWORK = 0x40000000


class Machine:
    """A network namespace, which a process holds, or this machine as it is."""

    def __init__(self, network=None, number=0):
        self.network, self.number = network, number
        self.holder, self.address = None, None
        self.prefix = []
        if not network or network.refusal:
            return
        self.holder = hold()
        self.prefix = ["nsenter", "-t", str(self.holder.pid), "-n", "--"]
        self.address = "10.77.0.%d" % number
        inside(network.switch, "link", "add", "name", self.cable, "type", "veth", "peer", "name",
               "eth0", "netns", str(self.holder.pid))
        inside(network.switch, "link", "set", self.cable, "master", "bridge", "up")
        inside(self.holder, "link", "set", "lo", "up")
        inside(self.holder, "address", "add", self.address + "/24", "dev", "eth0")
        inside(self.holder, "link", "set", "eth0", "up")

    @property
    def cable(self):
        return "cable%d" % self.number

    def unplug(self, seconds):
        """Pulls the cable for a time: packets vanish, and nobody is told."""
        inside(self.network.switch, "link", "set", self.cable, "down")
        threading.Timer(seconds, self.plug).start()

    def plug(self):
        # The run may be over.
        if self.network.switch:
            inside(self.network.switch, "link", "set", self.cable, "up")

    def enter(self):
        """Takes the calling thread into the namespace."""
        if not self.holder:
            return
        with open("/proc/%d/ns/net" % self.holder.pid) as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), NEW_NETWORK) != 0:
                raise OSError(ctypes.get_errno(), "setns")


class Network:
    """A switch, to which machines are plugged."""

    def __init__(self):
        self.machines = []
        self.switch = None
        self.refusal = self.refuse()
        if self.refusal:
            return
        self.switch = hold()
        inside(self.switch, "link", "add", "name", "bridge", "type", "bridge")
        inside(self.switch, "link", "set", "dev", "bridge", "up")

    @staticmethod
    def refuse():
        """Why there are no namespaces."""
        if os.getuid() != 0:
            return "they need root"
        if not all(map(shutil.which, ["ip", "unshare", "nsenter"])):
            return "they need iproute2 and util-linux"
        tried = subprocess.run(
            ["unshare", "-n", "ip", "link", "add", "one", "type", "veth", "peer", "name", "two"],
            capture_output=True, text=True)
        return tried.stderr.strip() if tried.returncode != 0 else None

    def machine(self):
        self.machines.append(Machine(self, len(self.machines) + 1))
        return self.machines[-1]

    def close(self):
        holders = [machine.holder for machine in self.machines] + [self.switch]
        self.switch = None
        for holder in filter(None, holders):
            holder.kill()
            holder.wait()


def hold():
    """Starts a process in a new namespace, which lives as long as the process."""
    mine = os.readlink("/proc/self/ns/net")
    holder = subprocess.Popen(["unshare", "-n", "sleep", "infinity"])
    while os.readlink("/proc/%d/ns/net" % holder.pid) == mine:
        time.sleep(0.01)
    return holder


def inside(holder, *arguments):
    """Runs `ip` in a namespace."""
    subprocess.run(["nsenter", "-t", str(holder.pid), "-n", "--", "ip", *arguments], check=True)


class Link:
    """A way to a server, through a proxy on the server's machine.

    It can be cut, and can swallow the answers to batches of hits.
    """

    def __init__(self, server, machine, folder, number):
        self.is_up, self.is_over = True, False
        self.swallows, self.swallowed = 0, 0
        self.open = []
        self.folder = folder
        self.server = server
        self.machine = machine
        self.host = machine.address if machine.holder else folder
        self.port = 6000 + number if machine.holder else 5432
        os.makedirs(folder)
        ready = threading.Event()
        threading.Thread(target=self.accept, args=(ready,), daemon=True).start()
        ready.wait()

    def listen(self):
        if self.machine.holder:
            listener = socket.socket(socket.AF_INET)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((self.host, self.port))
        else:
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(self.folder + "/.s.PGSQL.5432")
            # Another user may come.
            os.chmod(self.folder + "/.s.PGSQL.5432", 0o777)
        listener.listen(64)
        listener.settimeout(0.05)
        return listener

    def accept(self, ready):
        """Lets connections in while there is a server, and refuses them otherwise."""
        self.machine.enter()
        listener = None
        while not self.is_over:
            if not (self.is_up and self.server.is_running):
                if listener:
                    listener.close()
                    listener = None
                    if not self.machine.holder:
                        os.remove(self.folder + "/.s.PGSQL.5432")
                ready.set()
                time.sleep(0.02)
                continue
            listener = listener or self.listen()
            ready.set()
            try:
                near, _ = listener.accept()
            except OSError:
                # Nobody came.
                continue
            near.settimeout(None)
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self.server.folder + "/.s.PGSQL.5432")
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

    def cut(self, seconds=None):
        """Ends all connections, and refuses new ones, for a time or for good."""
        self.is_up = False
        for pair in list(self.open):
            self.close(pair)
        if seconds is not None:
            threading.Timer(seconds, lambda: setattr(self, "is_up", True)).start()
