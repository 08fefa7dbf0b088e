#!/usr/bin/env python3
"""A bill of materials (SPDX 2.3, JSON) of what is packed in a folder.

    packaging/sbom.py NAME FOLDER OUTPUT

NAME is that of the artefact, such as waxwing_1.0.0~rc1-1_amd64.deb; FOLDER has its files.
Listed are the files with their checksums, and the Debian packages of the libraries that
its programs load, wherever these come from, and of the headers that are compiled in. What
is the same gives the same bytes: the date is SOURCE_DATE_EPOCH, or that of VERSION.
Needs dpkg and ldd, on the system on which the artefact was made.
"""

import datetime
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Libraries that programs open when they need them.
OPENED = (ROOT / "packaging/opened-libraries").read_text().split()
# Libraries of headers, which no program loads.
HEADERS = ["libboost-dev", "libkainjow-mustache-dev", "libxxhash-dev", "nlohmann-json3-dev"]


def said(*words):
    done = subprocess.run(words, check=False, capture_output=True, text=True,
                          env=os.environ | {"LC_ALL": "C"})
    return done.stdout


@functools.cache
def system_libraries():
    """Names of libraries and their paths."""
    return dict(re.findall(r"^\s*(\S+) \(.*\) => (\S+)$",
                           said("/sbin/ldconfig", "-p"), re.MULTILINE))


def libraries(folder, files):
    """The paths, on this system, of the libraries that the programs load."""
    found = set()
    opened = set()
    for path in files:
        content = path.read_bytes()
        if not content.startswith(b"\x7fELF"):
            continue
        opened |= {pathlib.Path(system_libraries()[name]) for name in OPENED
                   if name.encode() in content}
    for path in [*files, *sorted(opened)]:
        with path.open("rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        for name, place in re.findall(r"^\s*(\S+) => (\S+)", said("ldd", path),
                                      re.MULTILINE):
            if place == "not" or pathlib.Path(place).is_relative_to(folder):
                # Copied, perhaps with a hash in its name (auditwheel).
                name = re.sub(r"-[0-9a-f]{8}(?=\.)", "", name)
                while name not in system_libraries() and ".so." in name:
                    name = name.rpartition(".")[0]  # .so.126.0.0 is .so.126
                place = system_libraries().get(name)
            if place:
                found.add(os.path.realpath(place))
    return sorted(found | {os.path.realpath(path) for path in opened})


def owners(paths):
    """The packages that have files, by name; merged /usr has files by two names. dpkg is
    asked once, because it reads all its lists for an answer."""
    names = {name: path for path in paths for name in (path, path.removeprefix("/usr"))}
    found = {names[name]: package for package, name in re.findall(
        r"^([^:, ]+)[^ ]*(?:, \S+)*: (/.*)$", said("dpkg", "-S", *names), re.MULTILINE)}
    for path in paths:
        if path not in found:
            sys.exit(f"{path}: of no package")
    return sorted(set(found.values()))


def package(name):
    status = said("dpkg-query", "-W", "-f",
                  "${source:Package} ${source:Version} ${Version} ${Architecture}", name)
    source, source_version, version, machine = status.split()
    distro = re.search(r"^VERSION_CODENAME=(.*)$",
                       pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    return {
        "SPDXID": "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "sourceInfo": f"built by Debian from {source} {source_version}",
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "comment": f"licences: /usr/share/doc/{name}/copyright",
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator":
                f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}"
                f"?arch={machine}&distro={distro}"}],
    }


def file_entry(folder, path):
    content = path.read_bytes()
    name = "./" + path.relative_to(folder).as_posix()
    return {
        "SPDXID": "SPDXRef-File-" + hashlib.sha1(name.encode()).hexdigest()[:16],
        "fileName": name,
        "checksums": [
            {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
            {"algorithm": "SHA256",
             "checksumValue": hashlib.sha256(content).hexdigest()}],
        "licenseConcluded": "NOASSERTION",
        "copyrightText": "NOASSERTION",
    }


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    name, folder, output = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    version, date = (ROOT / "VERSION").read_text().split()
    day = datetime.datetime.fromisoformat(date + "T00:00:00+00:00").timestamp()
    created = datetime.datetime.fromtimestamp(
        int(os.environ.get("SOURCE_DATE_EPOCH", day)), datetime.timezone.utc)
    paths = sorted(path for path in folder.rglob("*")
                   if path.is_file() and not path.is_symlink())
    files = [file_entry(folder, path) for path in paths]
    sums = sorted(each["checksums"][0]["checksumValue"] for each in files)
    whole = hashlib.sha1("".join(sums).encode()).hexdigest()
    loaded = owners(libraries(folder, paths))
    headers = [each for each in HEADERS if said("dpkg-query", "-W", each)]
    main_id = "SPDXRef-Package-waxwing"

    def related(one, kind, other):
        return {"spdxElementId": one, "relationshipType": kind,
                "relatedSpdxElement": other}

    packages = [{
        "SPDXID": main_id, "name": "waxwing", "versionInfo": version,
        "packageFileName": name, "supplier": "Organization: Waxwing maintainers",
        "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
        "packageVerificationCode": {"packageVerificationCodeValue": whole},
        "licenseConcluded": "NOASSERTION", "licenseDeclared": "Apache-2.0",
        "licenseInfoFromFiles": ["NOASSERTION"],
        "copyrightText": "2026 The Waxwing authors", "primaryPackagePurpose":
            "APPLICATION"}]
    relationships = [related("SPDXRef-DOCUMENT", "DESCRIBES", main_id)]
    relationships += [related(main_id, "CONTAINS", each["SPDXID"]) for each in files]
    for each, kind in [*((each, "DYNAMIC_LINK") for each in loaded),
                       *((each, "STATIC_LINK") for each in headers)]:
        packages.append(package(each))
        relationships.append(related(main_id, kind, packages[-1]["SPDXID"]))
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{whole}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: waxwing-packaging-sbom"]},
        "packages": packages, "files": files, "relationships": relationships,
    }
    pathlib.Path(output).write_text(json.dumps(document, indent=1) + "\n")


main()
