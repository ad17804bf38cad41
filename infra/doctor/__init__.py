"""What a deployed Alibi still lacks, and how to mend it: `make doctor`.

``CHECKS`` (``checks.py``) is the list. A check asks AWS, the name servers or the API through a
``Look``; what it then judges is a pure function of what was answered.
"""
