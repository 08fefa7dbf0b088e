"""What ends a job with a sentence."""


class JobError(Exception):
    """The job cannot go on; its text tells the user why."""
