#!/usr/bin/env python3
"""Trains the model of main content, and measures it by cross-validation.

  train.py FOLDER WORK [--program FILE] [--cv] [--model FILE]

FOLDER has the pages: truth.jsonl.gz (an object a page: id, url, type, text), and
html/ID.html.gz. They are those of WCXB, the Web Content eXtraction Benchmark
(M. Foley, 2026, CC-BY-4.0), development split. WORK is a folder for
intermediate files.

--cv: for each of five groups of sites a model is trained on the others and
      extracts the pages of the group. The texts come to WORK/cv, one file a page.
--trees-only: the pages and the linear models are those of the last run.
--model: a model is trained on all pages, and written to FILE.

Needs numpy, scipy, scikit-learn and lightgbm (requirements.txt), and the program
main-content-pages.
"""
import argparse
import collections
import concurrent.futures
import gzip
import itertools
import json
import multiprocessing
import pathlib
import pickle
import random
import struct
import subprocess
import sys
import urllib.parse

import lightgbm
import numpy as np
import scipy.sparse
from sklearn.linear_model import LogisticRegression, SGDClassifier

FOLDS = 5
TYPES = ["article", "collection", "documentation", "forum", "listing", "product",
         "service"]
# Of each table: the number of sites that a slot must be seen on, and alpha.
TABLES = {"class": (3, 3e-6), "text": (4, 4e-6), "heading": (3, 4e-6)}
TREES = 200
TREE_PARAMETERS = {
    "objective": "binary", "num_leaves": 31, "learning_rate": 0.08,
    "max_bin": 63, "min_data_in_leaf": 60, "feature_fraction": 0.4,
    "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 3.0,
    "min_sum_hessian_in_leaf": 3.0, "num_threads": 1, "verbosity": -1, "seed": 1,
    "deterministic": True, "force_col_wise": True,
}


def site(url):
    """The registered domain, roughly: two labels, three below co.uk and such."""
    labels = (urllib.parse.urlsplit(url).hostname or url).lower().split(".")
    second = {"co", "com", "org", "net", "ac", "gov", "edu", "gob", "or", "ne"}
    short = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in second
    return ".".join(labels[-3 if short else -2:])


class Data:
    """What main-content-pages wrote of the pages."""

    def __init__(self, folder, work):
        sizes = [int(n) for n in (work / "sizes").read_text().split()]
        self.numbers, self.row_numbers = sizes[:2]
        self.slots = dict(zip(("class", "text", "heading", "page"), sizes[2:]))
        with gzip.open(folder / "truth.jsonl.gz", "rt", encoding="utf-8") as file:
            truth = {page["id"]: page for page in map(json.loads, file)}
        lines = (work / "pages").read_text().splitlines()
        self.ids = [line.split("\t")[0] for line in lines]
        true_words = np.array([int(line.split("\t")[1]) for line in lines])
        self.types = np.array([TYPES.index(truth[i]["type"]) for i in self.ids])
        # A page without URL is a site of its own.
        sites = [site(truth[i]["url"] or i) for i in self.ids]
        self.sites = np.unique(sites, return_inverse=True)[1]
        self.fold = self.folds(sites)
        facts = np.fromfile(work / "blocks", np.uint32).reshape(-1, 5)
        self.page = facts[:, 0].astype(np.int64)
        words = facts[:, 1].astype(float)
        self.label = facts[:, 2].astype(int)
        self.rows = np.fromfile(work / "rows", np.float32).reshape(
            -1, self.numbers)
        page_words = np.bincount(self.page, words, len(self.ids))
        weight = words ** 0.8 / (true_words + 0.15 * page_words + 50)[self.page]
        self.sample(weight / weight.mean())
        self.block_fold = self.fold[self.page]
        self.tables = {name: self.table(work, name) for name in self.slots}
        # Which slots each site has.
        blocks = np.arange(len(self.page))
        of_site = scipy.sparse.csr_matrix(
            (np.ones(len(blocks), np.float32),
             (self.sites[self.page], blocks)))
        self.seen = {name: (of_site @ self.tables[name]).sign()
                     for name in TABLES}

    def sample(self, weight):
        """Of blocks that weigh little, some are trained with for all."""
        least = np.quantile(weight, 0.75)
        chance = np.minimum(weight / least, 1)
        self.sampled = np.random.default_rng(1).random(len(weight)) < chance
        self.weight = np.maximum(weight, least)

    def folds(self, sites):
        """A fold for each page; the pages of a site are in one. Types are spread
        evenly."""
        pages = collections.defaultdict(list)
        for i, name in enumerate(sites):
            pages[name].append(i)
        order = sorted(pages)
        random.Random(1).shuffle(order)
        order.sort(key=lambda name: -len(pages[name]))
        load = np.zeros((FOLDS, len(TYPES)))
        fold = np.zeros(len(sites), int)
        for name in order:
            kinds = np.bincount(self.types[pages[name]], minlength=len(TYPES))
            best = min(range(FOLDS),
                       key=lambda k: (load[k] * kinds).sum() * 10 + load[k].sum())
            load[best] += kinds
            fold[pages[name]] = best
        return fold

    def table(self, work, name):
        slots = np.fromfile(work / (name + ".slots"), np.uint32)
        counts = np.fromfile(work / (name + ".counts"), np.uint32).astype(int)
        ends = np.concatenate([[0], np.cumsum(counts)])
        values = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts)
        return scipy.sparse.csr_matrix(
            (values.astype(np.float32), slots.astype(np.int32), ends),
            shape=(len(counts), self.slots[name]))


class Weights:
    """A linear model with weights of 8 bits."""

    def __init__(self, weights, bias):
        size = np.abs(weights)
        top = np.quantile(size[size > 0], 0.9995) if size.any() else 1.0
        self.scale = np.float32(top / 127)
        self.weights = np.clip(np.rint(weights / self.scale), -127, 127)
        self.bias = np.float32(bias)

    def scores(self, table):
        return table @ (self.weights * self.scale) + self.bias

    def bytes(self):
        return (struct.pack("<Iff", len(self.weights), self.scale, self.bias)
                + self.weights.astype(np.int8).tobytes())


def train_table(data, name, rows):
    least, alpha = TABLES[name]
    table = data.tables[name][rows]
    sites = np.unique(data.sites[data.page[rows]])
    seen = np.asarray(data.seen[name][sites].sum(axis=0)).ravel()
    keep = scipy.sparse.diags((seen >= least).astype(np.float32))
    model = SGDClassifier(loss="log_loss", alpha=alpha, max_iter=5, tol=None,
                          average=True, random_state=1)
    weight = data.weight[rows]
    model.fit((table @ keep).tocsr(), data.label[rows],
              sample_weight=weight / weight.mean())
    return [Weights(model.coef_[0], model.intercept_[0])]


def train_types(data, pages):
    model = LogisticRegression(C=30.0, max_iter=300)
    model.fit(data.tables["page"][pages], data.types[pages])
    return [Weights(model.coef_[k], model.intercept_[k])
            for k in range(len(TYPES))]


def train_linear(data, folds_left_out):
    """All linear models, without some folds."""
    rows = np.flatnonzero(data.sampled
                          & ~np.isin(data.block_fold, folds_left_out))
    pages = np.flatnonzero(~np.isin(data.fold, folds_left_out))
    models = {name: train_table(data, name, rows) for name in TABLES}
    models["page"] = train_types(data, pages)
    return models


data = None  # of the processes that train


def linear_models(folds_left_out, work):
    """The same, kept in WORK: only trees are trained again where it is kept."""
    path = work / ("linear." + ".".join(map(str, folds_left_out)))
    if not path.exists():
        path.write_bytes(pickle.dumps(train_linear(data, folds_left_out)))
    return pickle.loads(path.read_bytes())


def in_processes(work, items, *arguments):
    """work(item, ...) of all items, in processes that share the data."""
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(FOLDS, fork) as pool:
        return list(pool.map(
            work, items, *([one] * len(items) for one in arguments)))


def shifted(data, scores, step):
    """The scores of the blocks `step` further on the same page; -9: none."""
    result = np.full(len(scores), -9.0)
    here = np.arange(len(scores))
    there = here + step
    good = (there >= 0) & (there < len(scores))
    good[good] &= data.page[there[good]] == data.page[here[good]]
    result[good] = scores[there[good]]
    return result


class Scores:
    """The columns of a row that come from linear models."""

    def __init__(self, data):
        self.data = data
        blocks = len(data.page)
        self.raw = {name: np.zeros(blocks) for name in TABLES}
        self.types = np.zeros((len(data.ids), len(TYPES)))

    def put(self, models, fold):
        data = self.data
        blocks = np.flatnonzero(data.block_fold == fold)
        pages = np.flatnonzero(data.fold == fold)
        for name in TABLES:
            self.raw[name][blocks] = models[name][0].scores(
                data.tables[name][blocks])
        odds = np.stack([one.scores(data.tables["page"][pages])
                         for one in models["page"]], axis=1)
        odds = np.exp(np.clip(odds, -30, 30))
        self.types[pages] = odds / odds.sum(axis=1, keepdims=True)

    def columns(self):
        steps = (0, -1, 1, -2, 2)
        near = [shifted(self.data, self.raw[name], step)
                for name in ("class", "text") for step in steps]
        return np.concatenate(
            [np.stack(near + [self.raw["heading"]], axis=1),
             self.types[self.data.page]], axis=1).astype(np.float32)


def train_trees(data, columns, rows):
    matrix = np.concatenate([data.rows[rows], columns[rows]], axis=1)
    weight = data.weight[rows]
    dataset = lightgbm.Dataset(matrix, data.label[rows],
                               weight=weight / weight.mean(), free_raw_data=True)
    return lightgbm.train(TREE_PARAMETERS, dataset, TREES)


def tree_bytes(booster, numbers):
    """The trees in the form that main_model.h describes."""
    trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    thresholds = [set() for _ in range(numbers)]
    parsed = []
    for root in trees:
        splits, leaves = [], []

        def walk(node):
            if "leaf_value" in node:
                leaves.append(node["leaf_value"])
                return ~(len(leaves) - 1)
            # Floats that are not greater than the threshold stay so.
            limit = np.float32(node["threshold"])
            if float(limit) > node["threshold"]:
                limit = np.nextafter(limit, np.float32(-np.inf))
            thresholds[node["split_feature"]].add(limit)
            number = len(splits)
            splits.append(None)
            left = walk(node["left_child"])
            right = walk(node["right_child"])
            splits[number] = (node["split_feature"], limit, left, right)
            return number

        walk(root)
        parsed.append((splits, leaves))
    order = [sorted(values) for values in thresholds]
    out = struct.pack("<I", numbers)
    for values in order:
        out += struct.pack("<B%df" % len(values), len(values), *values)
    top = max(abs(value) for _, leaves in parsed for value in leaves)
    scale = np.float32(top / 32767)
    out += struct.pack("<If", len(parsed), scale)
    for splits, leaves in parsed:
        out += struct.pack("<B", len(splits))
        for number, limit, left, right in splits:
            out += struct.pack("<BBbb", number, order[number].index(limit), left,
                               right)
        for value in leaves:
            out += struct.pack("<h", int(round(value / scale)))
    return out


def model_bytes(data, models, booster):
    out = b"wax-main 1\n"
    for name in ("class", "text", "heading", "page"):
        for weights in models[name]:
            out += weights.bytes()
    return out + tree_bytes(booster, data.row_numbers)


def validate_fold(left_out, folder, work, program):
    """Extracts the pages of one fold with a model of the others."""
    scores = Scores(data)
    for fold in range(FOLDS):
        scores.put(linear_models(tuple(sorted({left_out, fold})), work), fold)
    rows = np.flatnonzero(data.sampled & (data.block_fold != left_out))
    booster = train_trees(data, scores.columns(), rows)
    model = work / f"model.{left_out}"
    model.write_bytes(
        model_bytes(data, linear_models((left_out,), work), booster))
    ids = work / f"ids.{left_out}"
    ids.write_text("".join(
        data.ids[i] + "\n" for i in np.flatnonzero(data.fold == left_out)))
    subprocess.run([program, "extract", folder, work / "cv", model, ids],
                   check=True)


def train_all(work, path):
    scores = Scores(data)
    for fold in range(FOLDS):
        scores.put(linear_models((fold,), work), fold)
    booster = train_trees(data, scores.columns(),
                          np.flatnonzero(data.sampled))
    model = model_bytes(data, linear_models((), work), booster)
    (work / "model").write_bytes(model)
    gain = booster.feature_importance("gain")
    for number in np.argsort(-gain)[:40]:
        print(f"number {number}: {gain[number] / gain.sum():.3f} of the gain")
    path.write_bytes(model)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--program", default="build/release/main-content-pages")
    parser.add_argument("--trees-only", action="store_true")
    parser.add_argument("--cv", action="store_true")
    parser.add_argument("--model", type=pathlib.Path)
    arguments = parser.parse_args()
    work = arguments.work
    if not arguments.trees_only:
        work.mkdir(parents=True, exist_ok=True)
        for path in work.glob("linear.*"):
            path.unlink()
        subprocess.run([arguments.program, "dump", arguments.folder, work],
                       check=True)
    global data
    data = Data(arguments.folder, work)
    print(f"{len(data.ids)} pages of {data.sites.max() + 1} sites, "
          f"{len(data.page)} blocks, {data.label.mean():.0%} content, "
          f"{data.sampled.sum()} trained with",
          file=sys.stderr)
    folds = range(FOLDS)
    wanted = [()] * bool(arguments.model) + [(fold,) for fold in folds]
    if arguments.cv:
        wanted += itertools.combinations(folds, 2)
    in_processes(linear_models, wanted, work)
    if arguments.cv:
        in_processes(validate_fold, folds, arguments.folder, work,
                     arguments.program)
    if arguments.model:
        train_all(work, arguments.model)


if __name__ == "__main__":
    main()
