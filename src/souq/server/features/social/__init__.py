"""Good company: what is said at tables, whom somebody would rather not hear or meet, and what is kept of everybody.

``phrases`` are the quick ones, ``talking`` says who may say what, ``shunned`` keeps whom people mute and block,
``removals`` whom hosts have removed, and ``privacy`` says of every table of the database what it is for.
"""
