"""The pages around the table, as HTML.

``pages``, ``learning`` and ``practice`` are routes, ``templating`` their templates and files. ``starting``, ``joining``
and ``daily`` know how one comes to a table, ``previews`` and ``pictures`` what a link to it shows, ``waiting`` how long
ago something was. ``you`` and ``doors`` are the pages about people, ``passkeys`` what their scripts ask for, ``asking``
what these three share.
"""
