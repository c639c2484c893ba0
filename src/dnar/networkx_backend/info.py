"""What networkx shows of the backend; nothing heavy may be imported here."""

from typing import Any

FUNCTIONS: dict[str, str] = {
    "bfs_edges": "bfs",
    "bfs_tree": "bfs",
    "bfs_predecessors": "bfs",
    "bfs_successors": "bfs",
    "bfs_layers": "bfs",
    "descendants_at_distance": "bfs",
    "single_source_shortest_path": "bfs",
    "single_source_shortest_path_length": "bfs",
    "dfs_edges": "dfs",
    "dfs_tree": "dfs",
    "dfs_predecessors": "dfs",
    "dfs_successors": "dfs",
    "dfs_preorder_nodes": "dfs",
    "dfs_postorder_nodes": "dfs",
    "dijkstra_path": "dijkstra",
    "dijkstra_path_length": "dijkstra",
    "dijkstra_predecessor_and_distance": "dijkstra",
    "single_source_dijkstra": "dijkstra",
    "single_source_dijkstra_path": "dijkstra",
    "single_source_dijkstra_path_length": "dijkstra",
    "all_pairs_dijkstra": "dijkstra",
    "all_pairs_dijkstra_path": "dijkstra",
    "all_pairs_dijkstra_path_length": "dijkstra",
    "bellman_ford_path": "bellman_ford",
    "bellman_ford_path_length": "bellman_ford",
    "bellman_ford_predecessor_and_distance": "bellman_ford",
    "single_source_bellman_ford": "bellman_ford",
    "single_source_bellman_ford_path": "bellman_ford",
    "single_source_bellman_ford_path_length": "bellman_ford",
    "all_pairs_bellman_ford_path": "bellman_ford",
    "all_pairs_bellman_ford_path_length": "bellman_ford",
    "floyd_warshall": "floyd_warshall",
    "floyd_warshall_numpy": "floyd_warshall",
    "floyd_warshall_predecessor_and_distance": "floyd_warshall",
    "minimum_spanning_edges": "prim",
    "minimum_spanning_tree": "prim",
    "maximum_spanning_edges": "prim",
    "maximum_spanning_tree": "prim",
    "eccentricity": "eccentricity",
    "maximal_independent_set": "mis",
    "topological_sort": "topological_sort",
    "strongly_connected_components": "strongly_connected_components",
    "number_strongly_connected_components": "strongly_connected_components",
    "is_strongly_connected": "strongly_connected_components",
}
"""Every function of networkx that the backend runs, and the task that it runs."""


def get_info() -> dict[str, Any]:
    """The description of the backend that networkx asks for."""
    return {
        "backend_name": "dnar",
        "project": "dnar",
        "package": "dnar.networkx_backend",
        "short_summary": "Runs learned programs that are proved equal to classical algorithms.",
        "description": "Learned programs, proved equal to their rules, as native code.",
        "functions": {
            name: {"additional_docs": f"Runs the proved program of the task {task}."}
            for name, task in FUNCTIONS.items()
        },
    }
