"""The certificate checker as a command, `dnar-check`: `tools/check_certificate.py`, installed.

It imports the standard library only, and nothing of dnar.
"""
