"""A hand-written bot at the table: it keeps pairs and neighbours, and throws the rest."""

import croupier


class Keeper:
    def act(self, view, legal, budget):
        tiles = [*view["hand"], view["drawn"]]

        def friends(text):
            tile = text.rstrip("*")
            same = tiles.count(tile) - 1
            near = [f"{int(tile[0]) + d}m" for d in (-2, -1, 1, 2)] if tile.endswith("m") else []
            return 2 * same + sum(n in tiles for n in near)

        return min(legal, key=friends)


print(croupier.match("mini-mahjong", Keeper, "tsumogiri", blocks=300))
