"""Waiting for something to be so."""

import subprocess
import time


def until(seconds, condition):
    deadline = time.time() + seconds
    while time.time() < deadline:
        if condition():
            return True
        time.sleep(0.2)
    return False


def doctor(fleet, seconds, texts):
    """What the doctor does not say within a time."""
    deadline = time.time() + seconds
    while True:
        said = subprocess.run(
            [fleet.tool, "hub", "doctor", fleet.hub.address], capture_output=True, text=True).stdout
        missing = [text for text in texts if text not in said]
        if not missing or time.time() > deadline:
            return missing
        time.sleep(0.5)
