"""The certificate checker as a command, `dnar-check`: the files of `tools/`, installed.

It imports the standard library only, and nothing of dnar.
"""
