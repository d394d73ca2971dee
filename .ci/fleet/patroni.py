"""Servers of which Patroni promotes one by itself, when the other one's lease at etcd ends."""

import json
import os
import shutil
import subprocess
import time

from server import Server, as_postgres, programs

# Patroni's least: the old primary has lost its lease then.
LEASE = 20


class Etcd:
    """Where Patroni keeps who leads."""

    def __init__(self, folder, machine):
        self.address = machine.address or "127.0.9.9"
        self.url = "http://%s:2379" % self.address
        peers = "http://%s:2380" % self.address
        with open(folder + "/etcd.log", "wb") as log:
            self.process = subprocess.Popen(
                machine.prefix + [
                    "etcd", "--data-dir", folder + "/etcd", "--listen-client-urls", self.url,
                    "--advertise-client-urls", self.url, "--listen-peer-urls", peers,
                    "--initial-advertise-peer-urls", peers, "--initial-cluster",
                    "default=" + peers, "--unsafe-no-fsync"],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Kept(Server):
    """A server that a process of Patroni makes, starts and promotes."""

    def configure(self, etcd, machine, number):
        address = machine.address or "127.0.9.%d" % number
        trusted = ["local all all trust"]
        trusted += ["host %s all 0.0.0.0/0 trust" % what for what in ("all", "replication")]
        user = {"username": "postgres"}
        settings = {
            "scope": "fleet", "name": self.name,
            "restapi": {"listen": address + ":8008", "connect_address": address + ":8008"},
            "etcd3": {"host": etcd.address + ":2379"},
            "bootstrap": {
                "dcs": {
                    "ttl": LEASE, "loop_wait": 1, "retry_timeout": 3,
                    "postgresql": {
                        "use_pg_rewind": True,
                        "parameters": {
                            "wal_log_hints": "on", "fsync": "off", "max_connections": 200}},
                },
                "initdb": [{"encoding": "UTF8"}, {"auth": "trust"}, "no-locale", "no-sync"],
                "pg_hba": trusted,
            },
            "postgresql": {
                "listen": address + ":5432", "connect_address": address + ":5432",
                "data_dir": self.data, "bin_dir": programs(), "use_unix_socket": True,
                "authentication": {"superuser": user, "replication": user, "rewind": user},
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
                "parameters": {"unix_socket_directories": self.folder}, "pg_hba": trusted,
            },
        }
        # JSON is YAML.
        with open(self.folder + "/patroni.yml", "w") as file:
            json.dump(settings, file)

    def start(self):
        with open(self.folder + "/patroni.log", "ab") as log:
            self.keeper = subprocess.Popen(
                as_postgres(["patroni", self.folder + "/patroni.yml"], self.prefix), cwd="/",
                stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def kill_keeper(self):
        """Kills Patroni, and leaves the server alone."""
        for child in subprocess.run(["pgrep", "-f", "patroni " + self.folder + "/patroni.yml"],
                                    capture_output=True, text=True).stdout.split():
            os.kill(int(child), 9)
        self.keeper.wait()

    def kill(self):
        self.kill_keeper()
        super().kill()

    def role(self):
        """Whether the server is the primary, a standby, or neither that answers."""
        done = subprocess.run(
            ["psql", "-XAtq", "-h", self.folder, "-U", "postgres", "-d", "postgres", "-c",
             "SELECT pg_is_in_recovery()"], capture_output=True, text=True)
        return {"f": "primary", "t": "standby"}.get(done.stdout.strip())


def is_there():
    return bool(shutil.which("patroni") and shutil.which("etcd"))


def wait_for(role, server, seconds=90):
    deadline = time.time() + seconds
    while server.role() != role:
        if time.time() > deadline:
            with open(server.folder + "/patroni.log") as log:
                raise SystemExit("fleet: %s is no %s: %s" % (server.name, role, log.read()[-2000:]))
        time.sleep(0.3)
    server.is_running = True
