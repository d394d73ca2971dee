"""Services that are started as the manifests and units of Examples/operating say."""

import json
import os
import re
import shlex
import subprocess
import time
import urllib.error
import urllib.request

import yaml

EXAMPLES = "Examples/operating"
HOST = "127.0.0.1"
# Requests go to this machine, whatever proxy its environment names.
ANSWERS = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Service:
    """A service at ports of its own, with its files in a folder, until it is stopped."""

    def __init__(self, tool, folder, arguments, environment):
        self.process = subprocess.Popen(
            [tool, *arguments, "--json"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("operating: this does not start: routedb " + shlex.join(arguments))
        self.started = json.loads(line)

    def get(self, path, headers=()):
        request = urllib.request.Request(self.started["url"] + path, headers=dict(headers))
        with ANSWERS.open(request, timeout=20) as answer:
            return answer.read().decode()

    def stop(self):
        """Ends the service as the container's signal does, and expects it to end in good order."""
        self.process.terminate()
        self.process.communicate(timeout=30)
        if self.process.returncode != 0:
            raise SystemExit("operating: a service ended with %d" % self.process.returncode)


class Node:
    """A node that answers probes at a port of its own, until it is stopped."""

    def __init__(self, tool, folder, arguments, environment):
        self.process = subprocess.Popen(
            [tool, *arguments, "--db", "probed.db"], cwd=folder, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if line.startswith("answering probes on "):
                self.started = {"url": line.split()[-1]}
                return
        raise SystemExit("operating: this does not start: routedb " + shlex.join(arguments))

    get = Service.get

    def wait_for(self, path, text=""):
        """Asks until the answer is good and has a text."""
        for _ in range(100):
            try:
                answer = self.get(path)
                if text in answer:
                    return answer
            except urllib.error.HTTPError:
                pass
            time.sleep(0.1)
        raise SystemExit("operating: a node does not answer %s" % path)

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=30)


def adapted(arguments, folder):
    """The arguments for this machine: free ports, and the files in a folder."""
    changes = [
        (r"(0\.0\.0\.0|127\.0\.0\.1):\d+", HOST + ":0"), (r"^(.*=)?-$", r"\1access.log"),
        (r"/(data|var/lib/routedb|var/log/routedb)\b", folder), (r"\$\(\w+\)", "example"),
    ]
    for pattern, text in changes:
        arguments = [re.sub(pattern, text, argument) for argument in arguments]
    return arguments


def containers(file):
    """The containers of the pods that a manifest describes."""
    with open(os.path.join(EXAMPLES, "kubernetes", file), encoding="utf-8") as text:
        for resource in yaml.safe_load_all(text):
            if resource["kind"] == "StatefulSet":
                pod = resource["spec"]["template"]["spec"]
                yield from pod["initContainers"] + pod["containers"]


def served(file):
    """The container of a manifest that runs 'routedb serve'."""
    return next(one for one in containers(file) if one.get("args", [""])[0] == "serve")


def unit(file):
    """The arguments with which a unit starts the tool."""
    with open(os.path.join(EXAMPLES, "systemd", file), encoding="utf-8") as text:
        lines = text.read().replace("\\\n", " ").splitlines()
    line = next(line for line in lines if line.startswith("ExecStart="))
    return shlex.split(line.removeprefix("ExecStart="))[1:]


def ask_probes(service, container, kinds=("livenessProbe", "readinessProbe")):
    """Asks what Kubernetes asks, as it does: under the address of the pod unless a field says otherwise."""
    for kind in kinds:
        probe = container[kind]["httpGet"]
        fields = {"Host": "10.1.2.3:7878"} | {field["name"]: field["value"] for field in probe.get("httpHeaders", [])}
        try:
            service.get(probe["path"], fields)
        except urllib.error.HTTPError as error:
            raise SystemExit("operating: the %s of %s is answered with %d" % (kind, container["name"], error.code))
