#!/bin/sh
# A whole bot for any game of Croupier in POSIX shell: every entry of the legal list equally likely.
#
#     croupier match kuhn "cmd:sh examples/random_bot.sh" random --blocks 100
#
# It speaks bot-jsonl version 1 (docs/PROTOCOL.md). Without a JSON reader it relies on two promises of the protocol:
# `type` and `id` come first in a line and `view` last, and no action's text holds a quote, backslash or bracket.

# value LINE KEY: the number or word after "KEY": in LINE, without quotes.
value() {
    rest=${1#*\"$2\":}
    rest=${rest%%[,\}]*}
    rest=${rest#\"}
    echo "${rest%\"}"
}

seed=1

# draw N: sets `drawn` to a number below N, from Park and Miller's minimal standard generator (CACM 31, 1988).
# Its products fit in 63 bits, so plain shell arithmetic is exact.
draw() {
    seed=$((seed * 16807 % 2147483647))
    drawn=$((seed % $1))
}

# choose LEGAL: sets `action` to one entry of LEGAL, such as "f","c","r2..r20"; of a run, its first action.
choose() {
    count=0
    left=$1,
    while [ -n "$left" ]; do
        count=$((count + 1))
        left=${left#*\",}
    done
    draw "$count"
    left=$1,
    while [ "$drawn" -gt 0 ]; do
        left=${left#*\",}
        drawn=$((drawn - 1))
    done
    action=${left%%\",*}
    action=${action#\"}
    action=${action%%..*}
}

while IFS= read -r line; do
    case $line in
    '{"type":"hello",'*)
        if [ "$(value "$line" version)" = 1 ]; then
            printf '{"id":%s,"ready":"random in shell","version":"1"}\n' "$(value "$line" id)"
        else
            printf '{"id":%s,"error":"this bot speaks bot-jsonl version 1"}\n' "$(value "$line" id)"
        fi
        ;;
    '{"type":"series"}') ;; # Nothing is remembered from one episode to the next, so nothing is to be forgotten.
    '{"type":"begin",'*)
        # The generator wants a number from 1 to 2147483646.
        seed=$(($(value "$line" seed) % 2147483646 + 1))
        draw 1
        ;;
    '{"type":"turn",'*)
        legal=${line#*\"legal\":[}
        choose "${legal%%]*}"
        printf '{"id":%s,"action":"%s"}\n' "$(value "$line" id)" "$action"
        ;;
    '{"type":"end",'*) ;;
    '{"type":"quit"}') exit 0 ;;
    esac
done
