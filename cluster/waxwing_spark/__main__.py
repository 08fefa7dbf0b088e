"""python3 -m waxwing_spark: the command waxwing-spark."""

import sys

from waxwing_spark.command import main

sys.exit(main())
