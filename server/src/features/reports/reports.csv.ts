import type { FileAnswer, InputOf } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import type { reports } from "@laro/contract/reports";
import type { Movement } from "@laro/contract/wallet";
import type { Translator } from "@laro/locales/t";
import { translatorOf } from "../../core/accounts/accounts.ts";
import { findGameById } from "../../core/catalogue/catalogue.ts";
import { fileName, writeMoment } from "../../core/settings/files.ts";
import { countMovements, listMovements } from "../../core/wallet/history.ts";
import { sumPlay } from "../../core/wallet/playDays.ts";
import { isCorrection, listRounds, readDetail } from "../../core/wallet/rounds.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db } from "../../platform/db.ts";
import { csvLine } from "../../platform/csv.ts";
import { type Reader, readGame } from "./reports.ts";

/** Lines are read and sent so many at a time: a file of any length needs the memory of one page. */
const PAGE_ROWS = 500;

type ListedRound = Awaited<ReturnType<typeof listRounds>>[number];

/** What stands above the lines of rounds: what a person reads first, then all that the round is computed again from. */
export const roundColumns = [
  "time",
  "game",
  "stake",
  "win",
  "profit",
  "round",
  "gameCode",
  "version",
  "state",
  "firstStake",
  "seed",
  "draw",
  "nonce",
  "choice",
  "actions",
  "outcome",
  "jackpot",
] as const;

/** One round as a line of the file. */
export function roundLine(round: ListedRound, moment: (at: Date) => string): string {
  const { roundId, gameId, stake, win, seedId, nonce, draw, at } = round;
  const { version, choice, actions, outcome, firstStake, jackpot, isVoid } = readDetail(round);
  const game = findGameById(gameId);
  const state = isCorrection(round) ? "corrected" : isVoid ? "void" : "settled";
  const read = [moment(at), game?.displayName ?? String(gameId), formatAmount(stake), formatAmount(win), formatAmount(win - stake), roundId];
  const facts = [game?.gameCode ?? "", version, state, formatAmount(firstStake), seedId === null ? "" : String(seedId)];
  const drawn = [draw === null ? "" : `${draw.series} ${draw.number}`, String(draw?.link ?? nonce ?? "")];
  return csvLine([
    ...read,
    ...facts,
    ...drawn,
    ...[choice, actions, outcome].map((part) => JSON.stringify(part)),
    jackpot === null ? "" : formatAmount(jackpot),
  ]);
}

/** One journal line as a line of the file. */
export const movementLine = ({ seq, kind, amount, balanceAfter, reference, roundId, at }: Movement, t: Translator, moment: (at: string) => string): string =>
  csvLine([moment(at), seq, t(`wallet.kind.${kind}`), formatAmount(amount), formatAmount(balanceAfter), reference, roundId ?? ""]);

/** The betting record as a file, newest first. */
export async function exportRounds(
  db: Db,
  { accountId, timeZone }: Reader,
  { from, to, gameCode }: InputOf<(typeof reports)["roundsCsv"]>,
): Promise<FileAnswer> {
  const walletId = await getMainWalletId(db, accountId);
  const filter = { timeZone, gameId: readGame(gameCode), from, to };
  const [t, moment] = [await translatorOf(db, accountId), writeMoment(timeZone)];
  const { rounds } = await sumPlay(db, { ...filter, basis: "settled", walletIds: [walletId] });
  async function* content(): AsyncIterable<string> {
    yield csvLine(roundColumns.map((column) => t(`reports.csv.${column}`)));
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const rows = await listRounds(db, { ...filter, walletId, cursor, limit: PAGE_ROWS });
      const page = rows.slice(0, PAGE_ROWS);
      yield page.map((row) => roundLine(row, moment)).join("");
      [cursor, isLast] = [page.at(-1)?.id, rows.length <= PAGE_ROWS];
    }
  }
  return { name: fileName("betting-record", { from, to }, "csv"), rows: rounds, content: content() };
}

/** The account record as a file, newest first. */
export async function exportMovements(db: Db, { accountId, timeZone }: Reader, filter: InputOf<(typeof reports)["movementsCsv"]>): Promise<FileAnswer> {
  const reader = { ...filter, timeZone, walletId: await getMainWalletId(db, accountId) };
  const [t, moment] = [await translatorOf(db, accountId), writeMoment(timeZone)];
  async function* content(): AsyncIterable<string> {
    const heading = ["time", "line", "kind", "amount", "balanceAfter", "reference", "round"] as const;
    yield csvLine(heading.map((column) => t(`reports.csv.${column}`)));
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { list, next } = await listMovements(db, { ...reader, ...(cursor === undefined ? {} : { cursor }), limit: PAGE_ROWS });
      yield list.map((movement) => movementLine(movement, t, moment)).join("");
      cursor = next;
    }
  }
  return { name: fileName("account-record", filter, "csv"), rows: await countMovements(db, reader), content: content() };
}
