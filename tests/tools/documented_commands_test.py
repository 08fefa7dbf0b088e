#!/usr/bin/env python3
"""Commands that documents show name tools, options and scripts that there are.

usage: documented_commands_test.py BIN SOURCES

A command is an indented line of a document, or `between backquotes`, that begins with
"wax" and the name of a tool, or an indented one that begins with the path of a script.
"""
import glob
import os
import re
import subprocess
import sys

# CHANGELOG.md names words that are no tools.
PAGES = ["[!C]*.md", "CONTRIBUTING.md", "docs/**/*.md", "cluster/*.md", "examples/**/*.md"]
SEPARATOR = re.compile(r"\s(?:\||&&|;|>)|;\s|<\(|>\(|\)")
TOOL = re.compile(r"(?:\$ )?(?:\w+=\S* )*wax[ -]([a-z][a-z-]+)(?=\s|$)")
SCRIPT = re.compile(r"(?:\$ )?((?:bench|fuzz|packaging|tests)/[\w/-]+\.(?:sh|py))(?=\s|$)")
OPTION = re.compile(r"(?<!\S)(--[a-z][a-z-]*|-[A-Za-z](?= |$))")


def commands_of(text):
    """The pieces of command lines: "wax search --count valley"."""
    text = re.sub(r"\\\n\s+", " ", text)
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    lines += [" ".join(code.split()) for code in re.findall(r"`(wax[ -][^`]+)`", text)]
    for line in lines:
        for piece in SEPARATOR.split(line):
            yield piece.strip()


def main():
    tools, sources = map(os.path.abspath, sys.argv[1:3])
    helps = {}
    faults = []
    count = 0
    for page in sorted({path for pattern in PAGES for path in
                        glob.glob(os.path.join(sources, pattern), recursive=True)}):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        for command in commands_of(text):
            if script := SCRIPT.match(command):
                count += 1
                if not os.path.exists(os.path.join(sources, script[1])):
                    faults.append(f"{os.path.relpath(page, sources)}: no script: {command}")
            named = TOOL.match(command)
            # Files and programs have such names, too: `wax-keys`.
            if not named or re.fullmatch(r"wax-[a-z-]+", command) or named[1] == "help":
                continue
            name = named[1]
            path = os.path.join(tools, "wax-" + name)
            if name not in helps:
                helps[name] = os.path.exists(path) and subprocess.run(
                    [path, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
            count += 1
            if not helps[name]:
                faults.append(f"{os.path.relpath(page, sources)}: no tool: {command}")
                continue
            known = set(re.findall(r"(?<![\w-])--?[A-Za-z][a-z-]*", helps[name]))
            for option in OPTION.findall(command[named.end():]):
                if option not in known:
                    faults.append(f"{os.path.relpath(page, sources)}: no option {option}: "
                                  f"{command}")
    print(f"{count} commands, {len(faults)} faults")
    print("\n".join(faults))
    sys.exit(1 if faults or count < 50 else 0)


if __name__ == "__main__":
    main()
