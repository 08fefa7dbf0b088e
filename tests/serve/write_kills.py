#!/usr/bin/env python3
"""Kills wax-serve while clients write, and looks for what it had answered.

    write_kills.py BIN [--kills N] [--seed N]
"""
import argparse
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request


def start(binary, folder):
    server = subprocess.Popen(
        [binary, folder, '--listen', '127.0.0.1:0', '--write-from-loopback'],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    url = server.stdout.readline().strip()
    if not url:
        raise SystemExit('wax-serve did not start')
    return server, url


def post(url, lines):
    request = urllib.request.Request(url, data='\n'.join(lines).encode())
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def line_of(name):
    return (f'- 20200101000000 http://example.org/{name} text/html 200 AAA '
            '- - 1 2 a.warc.gz')


class Client(threading.Thread):
    """Adds names of its own, and deletes some, until the server is gone."""

    def __init__(self, url, prefix, seed, present):
        super().__init__()
        self.url, self.prefix, self.present = url, prefix, present
        self.random = random.Random(seed)
        self.unsure = set()  # names of the request without an answer

    def run(self):
        number = 0
        while True:
            mine = sorted(n for n in self.present if n.startswith(self.prefix))
            deletes = mine and self.random.random() < 0.3
            if deletes:
                names = self.random.sample(mine, min(len(mine), 3))
            else:
                names = []
                for _ in range(self.random.choice([1, 2, 50, 2000])):
                    names.append(f'{self.prefix}-{number}')
                    number += 1
            try:
                post(self.url + ('/delete' if deletes else ''),
                     [line_of(n) for n in names])
            except (OSError, urllib.error.URLError):
                self.unsure.update(names)
                return
            if deletes:
                self.present.difference_update(names)
            else:
                self.present.update(names)


def names_found(url):
    query = url + '?url=http://example.org/&matchType=prefix&fl=original'
    with urllib.request.urlopen(query, timeout=60) as answer:
        found = answer.read().decode().split()
    names = [line.rsplit('/', 1)[1] for line in found]
    if len(names) != len(set(names)):
        raise SystemExit('captures came twice')
    return set(names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('bin')
    parser.add_argument('--kills', type=int, default=8)
    parser.add_argument('--seed', type=int, default=int(time.time()))
    options = parser.parse_args()
    print('seed', options.seed)
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(options.bin, 'wax-serve')
        present = [set(), set()]
        for kill in range(options.kills):
            server, root = start(binary, folder + '/c')
            clients = [Client(root + 'c', f'{kill}.{i}', chance.random(),
                              present[i]) for i in range(2)]
            for client in clients:
                client.start()
            time.sleep(chance.uniform(0.05, 1.0))
            server.send_signal(signal.SIGKILL)
            for client in clients:
                client.join()
            server.wait()
            server, root = start(binary, folder + '/c')
            found = names_found(root + 'c')
            unsure = clients[0].unsure | clients[1].unsure
            expected = present[0] | present[1]
            if expected - found - unsure or found - expected - unsure:
                raise SystemExit(
                    f'kill {kill}: lost {sorted(expected - found - unsure)[:5]}'
                    f', too many {sorted(found - expected - unsure)[:5]}')
            for i in range(2):
                mine = {n for n in unsure
                        if n.split('-')[0].endswith(f'.{i}')}
                present[i] -= mine
                present[i] |= mine & found
            server.terminate()
            server.wait()
        print(options.kills, 'kills;', len(expected), 'captures')


main()
