"""Waxwing's steps as jobs of Apache Spark.

The driver divides the work; executors run the tools of Waxwing and write files in a
folder that all machines share. Each of these files appears whole or not at all and
is made once, so a job that ends early goes on where it was.
"""
