#!/usr/bin/env python3
"""Runs the commands of README.md and of examples/*.sh, and holds the output against what
README.md shows.

usage: readme_test.py BIN SOURCES

A command is a line that begins with four spaces and "$ ". The lines after it, up to the next
command or text, are what it prints on both streams, "..." standing for anything. All run in
one empty folder with the examples in it, in the order of the page. What asks
http://127.0.0.1:8080 gets the answers of "wax serve valley" at another port.
"""
import os
import re
import subprocess
import sys
import tempfile

INDENT = "    "
SERVER = "http://127.0.0.1:8080"


def steps_of(markdown):
    """The commands of a page, each with the lines that it prints."""
    steps = []
    inside = False
    for line in markdown.splitlines():
        if line.startswith(INDENT + "$ "):
            steps.append((line[len(INDENT) + 2:], []))
            inside = True
        elif inside and (line.startswith(INDENT) or not line.strip()):
            steps[-1][1].append(line[len(INDENT):])
        else:
            inside = False
    for _, lines in steps:
        while lines and not lines[-1]:
            lines.pop()
    return steps


def is_shown(expected, printed):
    pattern = ".*".join(re.escape(part) for part in "\n".join(expected).split("..."))
    return re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL) is not None


def run(command, folder, environment):
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                          check=False)


def asked_of_server(command, folder, environment):
    """What a command prints that asks the server of the collection "valley"."""
    with subprocess.Popen(["wax-serve", "--listen", "127.0.0.1:0", "valley"], cwd=folder,
                          env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as server:
        try:
            url = server.stdout.readline().strip().rstrip("/")
            return run(command.replace(SERVER, url), folder, environment)
        finally:
            server.terminate()


def check_page(path, folder, environment):
    """The number of commands; what differs is printed and ends the test."""
    with open(path, encoding="utf-8") as page:
        steps = steps_of(page.read())
    count = 0
    for command, expected in steps:
        if command.startswith(("PATH=", "mkdir ")):  # the folder of this test has both
            continue
        ask = asked_of_server if SERVER in command else run
        ended = ask(command, folder, environment)
        count += 1
        if ended.returncode != 0 or not is_shown(expected, ended.stdout):
            sys.exit(f"{path}: $ {command}\nexpected:\n" + "\n".join(expected) +
                     f"\nprinted, with exit code {ended.returncode}:\n{ended.stdout}")
    return count


def main():
    tools, sources = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"],
                           TMPDIR=folder, LC_ALL="C.UTF-8")
        os.symlink(os.path.join(sources, "examples"), os.path.join(folder, "examples"))
        count = check_page(os.path.join(sources, "README.md"), folder, environment)
        if count < 8:
            sys.exit(f"README.md: only {count} commands were found")
        for name in sorted(os.listdir(os.path.join(sources, "examples"))):
            if not re.match(r"\d\d-.*\.sh$", name):
                continue
            ended = run("sh examples/" + name, folder, environment)
            if ended.returncode != 0 or not ended.stdout:
                sys.exit(f"{name}: exit code {ended.returncode}\n{ended.stdout}")
            count += 1
        print(f"{count} commands and scripts did what they show")


if __name__ == "__main__":
    main()
