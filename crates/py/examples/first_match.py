"""A match with its interval."""

import croupier

result = croupier.match("mini-mahjong", "greedy", "tsumogiri", blocks=2000)
low, high = result.bots[0]["ci95"]
print(f"greedy wins {result.bots[0]['mean']:.3f} a hand, 95 % interval {low:.3f} to {high:.3f}")
