// Slots of five reels and three rows. Each takes { stake, draw } and answers { win, outcome }; symbols are the places of their letters, pays are in coins.
import { numbers, sum } from "./fair.mjs";
import * as machines from "./machines.mjs";

/** Where each reel stops: draw(length of its strip), from the left. In view are the symbols from there downwards, and the strip is closed. */
function stopReels({ letters, strips }, draw) {
  const stops = strips.map((strip) => draw(strip.length));
  const grid = strips.map((strip, reel) => [0, 1, 2].map((row) => letters.indexOf(strip[(stops[reel] + row) % strip.length])));
  return { stops, grid };
}

const counted = (grid, symbol) => grid.flat().filter((one) => one === symbol).length;

function scatterWin({ letters, scatter, scatterPays = [] }, grid) {
  const symbol = letters.indexOf(scatter);
  const count = counted(grid, symbol);
  return scatterPays[count] > 0 ? [{ line: null, symbol, count, pays: scatterPays[count] }] : [];
}

/** A line pays for its first symbol that is not wild, as far as that or wilds reach from the left; or for the wilds it begins with, where they pay more. */
function lineWin({ letters, wild, pays }, symbols) {
  const wilds = letters.indexOf(wild);
  const winOf = (symbol) => {
    const count = [...symbols, -1].findIndex((one) => one !== symbol && one !== wilds);
    return { symbol, count, pays: pays[symbol][count] ?? 0 };
  };
  const own = winOf(symbols.find((one) => one !== wilds) ?? wilds);
  const asWilds = winOf(wilds);
  return own.pays >= asWilds.pays ? own : asWilds;
}

function spinLines(machine, draw) {
  const { stops, grid } = stopReels(machine, draw);
  const wins = machine.lines.flatMap((rows, line) => {
    const win = lineWin(
      machine,
      grid.map((column, reel) => column[Number(rows[reel])]),
    );
    return win.pays > 0 ? [{ line, ...win }] : [];
  });
  return { stops, grid, wins: [...wins, ...scatterWin(machine, grid)] };
}

/** A symbol pays on reels side by side from the left, once for every way to choose it or a wild on each. */
function spinWays(machine, draw) {
  const { stops, grid } = stopReels(machine, draw);
  const wild = machine.letters.indexOf(machine.wild);
  const wins = machine.pays.flatMap((pays, symbol) => {
    let [count, ways] = [0, 1];
    for (const column of grid) {
      const here = column.filter((one) => one === symbol || one === wild).length;
      if (here === 0) break;
      [count, ways] = [count + 1, ways * here];
    }
    return pays[count] > 0 ? [{ line: null, symbol, count, ways, pays: ways * pays[count] }] : [];
  });
  return { stops, grid, wins: [...wins, ...scatterWin(machine, grid)] };
}

const coinsOf = (...all) => sum(all.flatMap(({ wins }) => wins.map(({ pays }) => pays)));
const paid = (stake, coins, ...all) => (stake / BigInt(coins)) * BigInt(coinsOf(...all));
const scattersOf = ({ letters, scatter }, { grid }) => counted(grid, letters.indexOf(scatter));
const spins = (count, spin) => numbers(1, count).map(spin);

function mangoRush({ stake, draw }) {
  const spin = spinLines(machines.mango, draw);
  return { win: paid(stake, 20, spin), outcome: spin };
}

/** Three drums bring eight free spins on strips of their own, where lines pay twice. */
function fiestaLines({ stake, draw }) {
  const spin = spinLines(machines.fiesta, draw);
  const free = spins(scattersOf(machines.fiesta, spin) >= 3 ? 8 : 0, () => spinLines(machines.fiestaFree, draw));
  return { win: paid(stake, 20, spin, ...free), outcome: { ...spin, free } };
}

/** Three jeepneys bring ten free games on richer strips; three in one of those bring ten more, once. */
function jeepney243({ stake, draw }) {
  const spin = spinWays(machines.jeepney, draw);
  const ten = () => spins(10, () => spinWays(machines.jeepneyFree, draw));
  const first = scattersOf(machines.jeepney, spin) >= 3 ? ten() : [];
  const free = first.some((game) => scattersOf(machines.jeepneyFree, game) >= 3) ? [...first, ...ten()] : first;
  return { win: paid(stake, 50, spin, ...free), outcome: { ...spin, free } };
}

/** What a pearl is worth by draw(100), in stakes, and the pots by the pearls that lie at the end. */
const WORTHS = [
  [44, 1],
  [68, 2],
  [82, 3],
  [92, 5],
  [98, 10],
  [100, 20],
];
const POTS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 20, 50, 50, 150, 150, 1_000];

/**
 * Six pearls draw their worths, reel by reel from the top, and begin three respins. A respin draws of 18 for each free cell in the same order: 0 brings a pearl,
 * which draws its worth at once, and three respins begin anew. They end without a free cell too.
 */
function perlasHold({ stake, draw }) {
  const spin = spinLines(machines.perlas, draw);
  const lines = paid(stake, 25, spin);
  const pearl = machines.perlas.letters.indexOf(machines.perlas.scatter);
  const cells = spin.grid.flat();
  if (counted(spin.grid, pearl) < 6) return { win: lines, outcome: { ...spin, hold: null } };
  const lies = cells.map((symbol) => symbol === pearl);
  const worthOf = (cell) => {
    const drawn = draw(100);
    return { cell, worth: WORTHS.find(([below]) => drawn < below)[1] };
  };
  const pearls = numbers(0, 14)
    .filter((cell) => lies[cell])
    .map(worthOf);
  const respins = [];
  for (let left = 3; left > 0 && lies.includes(false); left -= 1) {
    const come = numbers(0, 14).flatMap((cell) => (!lies[cell] && draw(18) === 0 ? [worthOf(cell)] : []));
    for (const { cell } of come) lies[cell] = true;
    respins.push(come);
    if (come.length > 0) left = 4;
  }
  const pot = POTS[lies.filter(Boolean).length];
  const worth = sum([...pearls, ...respins.flat()].map((one) => one.worth)) + pot;
  return { win: lines + stake * BigInt(worth), outcome: { ...spin, hold: { pearls, respins, pot } } };
}

/** After the reels one of 2,000,000,000 is drawn: below the stake in centavos it takes the pool, of which no seed says how much there is. */
function gintongParol({ stake, draw }) {
  const spin = spinLines(machines.gintong, draw);
  const jackpot = draw(2_000_000_000);
  return { win: paid(stake, 10, spin), outcome: { ...spin, jackpot }, takesJackpot: BigInt(jackpot) < stake };
}

export const slots = { MANGO_RUSH: mangoRush, FIESTA_LINES: fiestaLines, JEEPNEY_243: jeepney243, PERLAS_HOLD: perlasHold, GINTONG_PAROL: gintongParol };
