"""What whoever runs a house has chosen, and whether it can be so.

Every setting may stand in ``souq.toml`` (``file``), in an environment variable or in an option of the command line;
``knobs`` says what each may be, ``chosen`` brings them together, and ``checkup`` looks whether the house can run so.
"""
