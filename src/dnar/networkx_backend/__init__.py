"""A backend of networkx: `nx.bfs_tree(G, 0, backend="dnar")` runs the proved program.

networkx finds it by two entry points: `networkx.backend_info`, which is read whenever networkx
is imported and stays light, and `networkx.backends`, which is loaded when it is used.
"""
