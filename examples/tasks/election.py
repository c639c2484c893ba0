"""Election: in every component the node with the heaviest edges becomes the leader.

A node's rank is the sum of its weights. Everyone repeats the highest rank that it has heard
of, and who hears of a higher rank than its own is no leader.
"""

from dnar.machine import Algorithm, apply, keep, pull, push

election = Algorithm(
    "election",
    "the node of highest weighted degree of every component",
    nodes="START LEADER TAKING FOLLOWER",
    arcs="FRESH EDGE OTHER",
    graphs="undirected",
)
election.begin(self="OTHER", from_virtual="OTHER", to_virtual="OTHER")
election.weight("weight")
election.scalar("highest")
election.scalar("heard")
election.compare("higher", "heard", "highest")
election.head("loudest", largest="highest")
# In the first step every node sums up its weights.
election.arc("FRESH", "EDGE")
election.node("START", "LEADER")
everyone = "LEADER over EDGE, TAKING over EDGE, FOLLOWER over EDGE"
election.node("LEADER", "TAKING", signs={"higher": "above"})
election.node("FOLLOWER", "TAKING", signs={"higher": "above"})
election.node("TAKING", "FOLLOWER")
election.node("LEADER", hears=everyone)
election.node("FOLLOWER", hears=everyone)
election.update(
    "highest",
    push("weight", "FRESH"),
    keep("LEADER FOLLOWER VIRTUAL"),
    apply("copy", ["heard"], "TAKING"),
)
election.update("heard", keep("TAKING"), pull("highest", "LEADER FOLLOWER", head="loudest"))
election.returns_nodes("leaders", "LEADER")
TASK = election.task()
