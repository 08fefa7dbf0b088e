"""python3 -m waxwing_warc: the command wax."""

from waxwing_warc.tools import main

if __name__ == "__main__":
    main()
