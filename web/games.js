// The table of each game: how a view is shown, how a person acts, what an analysis says.
import daifugo from './games/daifugo.js';
import bigtwo from './games/bigtwo.js';
import holdem from './games/holdem.js';
import go from './games/go.js';
import mahjong from './games/mahjong.js';
import poker from './games/poker.js';

/** @type {Record<string, any>} */
export const GAMES = { daifugo, 'big-two': bigtwo, holdem, go, 'mini-mahjong': mahjong, leduc: poker, kuhn: poker };
