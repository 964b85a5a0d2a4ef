#!/usr/bin/env python3
"""An independent referee for no-limit hold'em: the package pokerkit replays our hands.

    … --example holdem-hands -- COUNT SEED | scripts/referee-holdem.py    legal actions and payoffs, decision by decision
    scripts/referee-holdem.py FILE.phhs    a PHH file of ours: pokerkit's own reader, every action, the final stacks

`scripts/referee` does both.

Prints how many hands agree, or the first that does not, and then exits with 1.
"""

import json
import sys
import warnings

from pokerkit import Automation, HandHistory, Mode, NoLimitTexasHoldem

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def start(config):
    small, big = map(int, config["blinds"].split("/"))
    stacks = [int(s) for s in config["stacks"].split("/")]
    seats = config["seats"]
    if len(stacks) == 1:
        stacks *= seats
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, config["ante"], (small, big), big, stacks, seats, mode=Mode.TOURNAMENT
    )


def same(what, ours, theirs):
    if ours != theirs:
        raise AssertionError(f"{what}: ours {ours}, theirs {theirs}")


def check_legal(state, event):
    same("seat to act", event["seat"], state.actor_index)
    same("fold", event["fold"], state.can_fold())
    amount = state.checking_or_calling_amount
    same("check", event["check"], amount == 0)
    same("call", event["call"], amount is not None and amount > 0)
    bounds = None
    if state.can_complete_bet_or_raise_to():
        bounds = [
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        ]
    same("raise", event["raise"], bounds)


def act(state, action):
    if action == "f":
        state.fold()
    elif action in ("k", "c"):
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(int(action[1:]))


def replay(hand):
    state = start(hand["config"])
    for event in hand["events"]:
        if "chance" in event:
            text = event["chance"]
            same("seat to act while cards are dealt", None, state.actor_index)
            if " " in text:
                for hole in text.split():
                    state.deal_hole(hole)
            else:
                if state.can_burn_card():
                    state.burn_card("??")
                state.deal_board(text)
        else:
            check_legal(state, event)
            act(state, event["action"])
    same("whether the hand is over", True, not state.status)
    same("payoffs", [int(s) for s in hand["scores"]], list(state.payoffs))


def decisions_agree(lines):
    hands = decisions = 0
    seats = {}
    for line in lines:
        hand = json.loads(line)
        try:
            replay(hand)
        except (AssertionError, ValueError) as error:
            print(f"hand {hands} differs: {error}\n{line}")
            return 1
        hands += 1
        decisions += sum("seat" in event for event in hand["events"])
        seats[hand["config"]["seats"]] = seats.get(hand["config"]["seats"], 0) + 1
    print(f"{hands} hands agree, {decisions} decisions; hands by seats {dict(sorted(seats.items()))}")
    return 0 if hands else 1


def files_agree(path):
    hands = 0
    with open(path, "rb") as file:
        for history in HandHistory.load_all(file):
            try:
                for state in history:
                    pass
                same("whether the hand is over", True, not state.status)
                same("final stacks", history.finishing_stacks, list(state.stacks))
            except (AssertionError, ValueError) as error:
                print(f"{path}: hand {hands} differs: {error}\n{history.dumps()}")
                return 1
            hands += 1
    print(f"{path}: {hands} hands agree")
    return 0 if hands else 1


def main():
    warnings.simplefilter("ignore")
    if len(sys.argv) > 1:
        return max(files_agree(path) for path in sys.argv[1:])
    return decisions_agree(sys.stdin)


if __name__ == "__main__":
    sys.exit(main())
