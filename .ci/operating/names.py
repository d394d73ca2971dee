"""Compares the names of metrics: those of running services, of the alerts, of the dashboard and of the pages."""

import json
import os
import re

import yaml

ALERTS = "Examples/operating/prometheus/alerts.yml"
ALERT_TESTS = "Examples/operating/prometheus/alerts.test.yml"
DASHBOARD = "Examples/operating/grafana/dashboard.json"
PAGES = {"alerts": "Docs/operating.md", "metrics": "Docs/serve.md"}
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count")}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def exposed(texts):
    """The metrics of some answers of /metrics: each with the names of its series."""
    metrics = {}
    for text in texts:
        for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M):
            metrics[name] = [name + suffix for suffix in SUFFIXES.get(kind, ("",))]
    return metrics


def rules():
    """The alerts, each with its group."""
    groups = yaml.safe_load(read(ALERTS))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions():
    """The expressions of the dashboard, with the titles of their panels."""
    dashboard = json.loads(read(DASHBOARD))
    for annotation in dashboard["annotations"]["list"]:
        yield annotation["name"], annotation["expr"]
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]


def series(expression):
    return set(re.findall(r"\broutedb_[a-z_]+", expression))


def unknown(metrics):
    """What alerts and the dashboard ask for that no service has."""
    known = {name for names in metrics.values() for name in names}
    uses = [("the alert " + rule["alert"], rule["expr"]) for rule in rules()]
    uses += [("the panel " + title, expression) for title, expression in expressions()]
    return [
        "%s asks for %s, which no service has" % (place, name)
        for place, expression in uses for name in sorted(series(expression) - known)]


def unshown(metrics):
    """The metrics that the dashboard does not show, or the page does not describe."""
    shown = {name for _, expression in expressions() for name in series(expression)}
    page = read(PAGES["metrics"])
    for name, names in metrics.items():
        if not shown & set(names):
            yield "the dashboard does not show %s" % name
        if "`%s`" % name not in page:
            yield "%s does not describe %s" % (PAGES["metrics"], name)


def untested():
    """The alerts that no test expects to fire, that the page does not explain, or that say nothing."""
    tests = yaml.safe_load(read(ALERT_TESTS))["tests"]
    expected = " ".join(
        sample["labels"] for test in tests for query in test["promql_expr_test"] for sample in query["exp_samples"])
    page = read(PAGES["alerts"])
    for rule in rules():
        name = rule["alert"]
        if 'alertname="%s"' % name not in expected:
            yield "no test expects the alert %s" % name
        if "`%s`" % name not in page:
            yield "%s does not explain the alert %s" % (PAGES["alerts"], name)
        notes = rule["annotations"]
        if not notes.get("summary") or PAGES["alerts"] not in notes.get("runbook_url", ""):
            yield "the alert %s lacks its summary, or the link to the page" % name


def misplaced():
    """The panels of the dashboard that overlap, leave its grid or have the number of another."""
    taken, numbers = {}, set()
    for panel in json.loads(read(DASHBOARD))["panels"]:
        place, title = panel["gridPos"], panel["title"]
        if panel["id"] in numbers or place["x"] + place["w"] > 24:
            yield "the panel %s has a number or a place that it cannot have" % title
        numbers.add(panel["id"])
        for cell in ((x, y) for x in range(place["x"], place["x"] + place["w"])
                     for y in range(place["y"], place["y"] + place["h"])):
            if taken.setdefault(cell, title) != title:
                yield "the panels %s and %s overlap" % (taken[cell], title)
                break


def write_rules(folder):
    """Writes the dashboard's expressions as rules, since promtool reads these."""
    written = []
    for number, (_, expression) in enumerate(expressions()):
        for variable, text in (("$__rate_interval", "5m"), ("$job", ".*"), ("$instance", ".*")):
            expression = expression.replace(variable, text)
        written.append({"record": "dashboard:expression:%d" % number, "expr": expression})
    with open(os.path.join(folder, "dashboard.rules.yml"), "w", encoding="utf-8") as file:
        yaml.safe_dump({"groups": [{"name": "dashboard", "rules": written}]}, file)
