"""An index of archives as jobs of Common Crawl make one: warcio in Python on Spark.

usage: warcio_job.py MASTER OUTPUT ARCHIVE...
"""

import sys

from pyspark.sql import SparkSession


def captures(path):
    from surt import surt
    from warcio.archiveiterator import ArchiveIterator
    from warcio.utils import to_native_str
    import json

    with open(path, "rb") as stream:
        records = ArchiveIterator(stream)
        for record in records:
            if record.rec_type not in ("response", "revisit", "resource"):
                continue
            url = record.rec_headers.get_header("WARC-Target-URI")
            date = record.rec_headers.get_header("WARC-Date")
            http = record.http_headers
            fields = {
                "url": url,
                "mime": http.get_header("Content-Type", "").split(";")[0]
                if http else record.rec_headers.get_header("Content-Type"),
                "status": http.get_statuscode() if http else None,
                "digest": record.rec_headers.get_header("WARC-Payload-Digest"),
                "filename": path.rsplit("/", 1)[-1],
                "offset": records.get_record_offset(),
                "length": records.get_record_length()}
            timestamp = "".join(c for c in date if c.isdigit())[:14]
            yield "%s %s %s" % (to_native_str(surt(url)), timestamp,
                                json.dumps(fields))


def main():
    master, output, *archives = sys.argv[1:]
    spark = SparkSession.builder.master(master).appName("warcio").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    lines = spark.sparkContext.parallelize(archives, len(archives)).flatMap(captures)
    lines.sortBy(lambda line: line, numPartitions=4).saveAsTextFile(
        output, "org.apache.hadoop.io.compress.GzipCodec")
    spark.stop()


main()
