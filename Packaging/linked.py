"""The parts that a tool was linked of, from the linker's map and from what was built beside it."""

import dataclasses
import hashlib
import json
import os
import re
import subprocess

# A section of an input in the map; its name may stand on the line before.
SECTION = re.compile(r" (?:\S+)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (/.+)$")
# A section of the tool itself. Some have no bytes in the file; some are not loaded, and are stripped.
OUTPUT = re.compile(r"(\.?[A-Za-z_]\S*)(?:\s|$)")
EMPTY = {".bss", ".tbss"}
STRIPPED = re.compile(r"\.debug|\.comment")

SWIFT = "Apache-2.0 WITH Swift-exception"
APACHE = "Apache-2.0"

# Code of others within a package, by the module that holds it: its name, its licence, and a file and an
# expression with its version there, or with its revision.
VENDORED = {
    "CNIOBoringSSL": ("boringssl", APACHE, "hash.txt", r"revision ([0-9a-f]{40})"),
    "CCryptoBoringSSL": ("boringssl", APACHE, "hash.txt", r"revision ([0-9a-f]{40})"),
    "CNIOLLHTTP": (
        "llhttp", "MIT", "include/c_nio_llhttp.h",
        r"LLHTTP_VERSION_MAJOR (\d+)\s+#define LLHTTP_VERSION_MINOR (\d+)\s+#define LLHTTP_VERSION_PATCH (\d+)"),
    "CNIOSHA1": ("kame-sha1", "BSD-3-Clause", None, None),
    "CXKCP": ("xkcp", None, None, None),
}

# Licences of archives that are not Swift's.
ARCHIVES = {
    "lib_FoundationICU.a": "Unicode-3.0",
    "libgcc.a": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libc_nonshared.a": "LGPL-2.1-or-later",
}


@dataclasses.dataclass
class Part:
    """A package, code of others within one, an archive of the toolchain, or a shared library."""

    name: str
    kind: str
    version: str = None
    revision: str = None
    location: str = None
    license: str = None
    # Where it lies here, and what of it is linked: modules of a package, members of an archive.
    path: str = None
    modules: set = dataclasses.field(default_factory=set)
    holder: str = None
    size: int = 0


class Missing(Exception):
    """Something that is needed and not there, with the way out."""


def scratch(tool):
    """The folder of the build that a tool lies in, at SCRATCH/TRIPLE/release/routedb."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(tool))))


def sections(path):
    """The inputs in a map of gold's, each with the bytes that it has in the tool."""
    if not os.path.exists(path):
        raise Missing("there is no '%s'" % path, "Build the tool again, on Linux: make build")
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("Memory map"):
                break
        output = ""
        for line in lines:
            if found := SECTION.match(line):
                address, size, path = found.groups()
                if int(address, 16) and int(size, 16) and not STRIPPED.match(output):
                    yield path.rstrip("\n"), 0 if output in EMPTY else int(size, 16)
            elif found := OUTPUT.match(line):
                output = found[1]


def source(folder, object_path):
    """The source of an object: SwiftPM lists those of a module of Swift, and clang that of each of C."""
    listed = os.path.join(folder, "sources")
    if os.path.exists(listed):
        with open(listed, encoding="utf-8") as file:
            return file.readline().strip()
    with open(object_path[:-2] + ".d", encoding="utf-8") as file:
        return re.search(r":\s*(?:\\\n)?\s*((?:\\.|\S)+)", file.read())[1].replace("\\ ", " ")


def license_of(folder):
    """The licence of a checkout as an SPDX expression, if its text is one of those known here."""
    for name in sorted(os.listdir(folder)):
        if name.upper().startswith(("LICENSE", "COPYING")):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            if "Apache License" in text and "Version 2.0" in text:
                return SWIFT if "Runtime Library Exception" in text else APACHE
            if "Permission is hereby granted, free of charge" in text:
                return "MIT"
    return None


def pins(resolved):
    """What Package.resolved has, by the identity of the package."""
    with open(resolved, encoding="utf-8") as file:
        return {pin["identity"]: pin for pin in json.load(file)["pins"]}


def package(identity, pin, checkout):
    """A package as it is pinned, if it was built so."""
    state = pin["state"]
    built = subprocess.run(
        ["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
    if built != state["revision"]:
        raise Missing(
            "%s was built at %s, and Package.resolved has %s" % (identity, built, state["revision"]),
            "Build the tool again: make build")
    location = re.sub(r"\.git$", "", pin["location"])
    return Part(
        identity, "package", state.get("version"), state["revision"], location, license_of(checkout), checkout)


def vendored(module, holder):
    """The code of others that a module holds."""
    name, license, file, expression = VENDORED[module]
    path = os.path.join(holder.path, "Sources", module)
    part = Part(name, "vendored", license=license, path=path, holder=holder.name)
    if file:
        with open(os.path.join(part.path, file), encoding="utf-8") as text:
            found = re.search(expression, text.read())
        if found and len(found.groups()) == 1:
            part.revision = found[1]
        elif found:
            part.version = ".".join(found.groups())
    return part


def shared(tool):
    """The libraries that the tool loads."""
    listing = subprocess.run(["readelf", "-dW", tool], capture_output=True, text=True, check=True).stdout
    return [Part(name, "shared") for name in re.findall(r"\(NEEDED\).*\[(.+)\]", listing)]


def archive(path, swift_version):
    """An archive of the toolchain or of the C compiler."""
    name = os.path.basename(path)
    ours = "/swift_static/" in path
    return Part(
        name, "archive", swift_version if ours else None, path=path,
        license=ARCHIVES.get(name, SWIFT if ours else None))


def digest(path):
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Linked:
    """All that a tool was linked of, and the bytes of our own modules in it."""

    def __init__(self, tool, resolved, swift_version):
        self.pins = pins(resolved)
        self.swift_version = swift_version
        self.own = 0
        self.found = {}
        self.checkouts = {}
        for path, size in sections(os.path.join(scratch(tool), "routedb.map")):
            self.add(path, size)
        every = list(self.found.values()) + shared(tool)
        self.parts = sorted(every, key=lambda part: (part.kind, part.name, part.holder or ""))

    def add(self, path, size):
        """Counts a section of an object or of a member of an archive."""
        if member := re.match(r"(.+\.a)\((.+)\)$", path):
            part = self.part(member[1], lambda: archive(member[1], self.swift_version))
            part.modules.add(member[2])
        elif module := re.match(r".+/([^/]+)\.build/", path):
            checkout = self.checkout(module[0], path)
            if not checkout:
                self.own += size
                return
            identity = checkout[2]
            part = self.part(identity, lambda: package(identity, self.pins[identity], checkout[1]))
            if module[1] in VENDORED:
                part = self.part(module[1], lambda: vendored(module[1], self.found[identity]))
            part.modules.add(module[1])
        else:
            return  # What begins and ends every program.
        part.size += size

    def part(self, key, make):
        if key not in self.found:
            self.found[key] = make()
        return self.found[key]

    def checkout(self, folder, path):
        """The checkout that a module was built from, and its identity; nothing for one of ours."""
        if folder not in self.checkouts:
            self.checkouts[folder] = re.match(r"(.+/checkouts/([^/]+))/", source(folder, path))
        return self.checkouts[folder]
