#!/usr/bin/env python3
"""Runs SQL in Spark: run_queries.py FOLDER <JSON, with the Python of clients/pyspark.

Standard input has lists of statements: of what goes before, and of queries. FOLDER is
for what Spark keeps. Prints the rows of the last statement of each query as JSON.
"""

import json
import os
import sys

from pyspark.sql import SparkSession


def session(folder):
    builder = SparkSession.builder.master("local[1]")
    for name, value in {
            "spark.ui.enabled": "false",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.sql.shuffle.partitions": "1",
            "spark.sql.ansi.enabled": "true",
            "spark.sql.ansi.doubleQuotedIdentifiers": "true",
            "spark.sql.parser.escapedStringLiterals": "true",
            "spark.sql.warehouse.dir": folder}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def main():
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    before, queries = json.load(sys.stdin)
    spark = session(sys.argv[1])
    try:
        for statement in before:
            spark.sql(statement)
        answers = []
        for statements in queries:
            rows = [spark.sql(each).collect() for each in statements][-1]
            answers.append([list(row) for row in rows])
        print(json.dumps(answers, default=str))
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
