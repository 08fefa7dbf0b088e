#!/usr/bin/env python3
"""Simulates workers that look up the links of a stream of posts.

Posts come at random (Poisson), a quarter of them with a link, and a link takes
a worker a fifth of a second: the numbers of Zeitgeist. Prints how many workers
are busy, and how long the queue is after half the time and at the end: a queue
that the workers hold stays short, another one grows with the time.

  bench/capacity.py [WORKERS [SECONDS]]
"""
import heapq
import random
import sys

LINKS = 0.25  # links a post
WORK = 0.2  # seconds a link


def simulate(rate, workers, seconds, random_numbers):
    free = [0.0] * workers  # when each worker is free
    heapq.heapify(free)
    now = busy = 0.0
    starts = []  # of links that wait, in order
    waiting = {}
    marks = [seconds / 2, seconds]
    while True:
        now += random_numbers.expovariate(rate * LINKS)
        while marks and now > marks[0]:
            waiting[marks[0]] = sum(1 for start in starts if start > marks[0])
            marks.pop(0)
        if now > seconds:
            return busy / seconds, waiting[seconds / 2], waiting[seconds]
        start = max(now, heapq.heappop(free))
        heapq.heappush(free, start + WORK)
        busy += max(0.0, min(start + WORK, seconds) - min(start, seconds))
        starts = [one for one in starts if one > now] + [start]


def main():
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600
    print(f"{workers} workers, {seconds:.0f} s\n")
    print("| posts a second | workers needed | busy | waiting after half "
          "| at the end | holds |")
    print("|---|---|---|---|---|---|")
    for rate in (30, 80, 120, 150, 200, 600):
        busy, half, end = simulate(rate, workers, seconds, random.Random(1))
        holds = "yes" if end < max(10 * workers, 1.5 * half) else "no"
        print(f"| {rate} | {rate * LINKS * WORK:.1f} | {busy:.1f} | {half} "
              f"| {end} | {holds} |")


if __name__ == "__main__":
    main()
