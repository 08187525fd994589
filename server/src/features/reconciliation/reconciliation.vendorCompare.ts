import { type Difference, type VendorFlow, vendorFlows } from "@laro/contract/reconciliation";
import { askReport } from "../../core/vendors/report.ts";
import type { ReportAmount, ReportAnswers, ReportEntry, ReportPage, ReportSums } from "../../core/vendors/protocol.ts";
import type { Platform } from "../../platform/routes.ts";
import {
  type DaySpan,
  findEntries,
  type OurEntry,
  readAccounts,
  readEntries,
  readOwed,
  readSums,
  readWallets,
  type Reporting,
  spanAt,
  type Stretch,
} from "./reconciliation.vendorBooks.ts";

/** So many differences of a day are listed; a report that differs in more is wrong as a whole, and the day says so. */
export const FINDINGS_MAX = 1_000;
/** So many parts of a list are read: of 500 items each. */
const PAGES_MAX = 2_000;
/** So long a vendor is asked about a day, once it told the sums: whoever is slower keeps others' days and jobs waiting. */
const RUN_MS = 10 * 60_000;

/** What came of holding a vendor's entry against ours. */
export interface VendorFinding {
  readonly flow: VendorFlow;
  readonly kind: Difference["kind"];
  readonly player: string;
  readonly reference: string;
  readonly ours: bigint | null;
  readonly theirs: bigint | null;
  readonly said: string | null;
}

/** The vendor told nothing, or not to the end. */
export class SilentVendor extends Error {}

/** When both sides tell the same of a day, or of a player. */
export type AreAlike = (ours: ReportSums, theirs: ReportSums) => boolean;

const isSame = (ours: ReportAmount, theirs: ReportAmount): boolean => theirs.finer === undefined && ours.minor === theirs.minor;

/** As many entries that come to as much, and the same ones: sums alone would not see what is missing here and too much there. */
export const areAlike: AreAlike = (ours, theirs) =>
  ours.entries === theirs.entries && ours.digest === theirs.digest && vendorFlows.every((flow) => isSame(ours[flow], theirs[flow]));

export interface Comparing {
  readonly platform: Platform;
  readonly run: string;
  readonly vendor: Reporting;
  readonly span: DaySpan;
  readonly areAlike: AreAlike;
}

export interface Compared {
  readonly ours: ReportSums;
  readonly theirs: ReportSums;
  readonly findings: readonly VendorFinding[];
  /** Whether there were more than are listed. */
  readonly isCut: boolean;
  /** Whether the time was over before everything was asked. */
  readonly isLate: boolean;
}

/** Holds a vendor's day against our books: the sums first, then the players whose sums differ, then their entries; the sums again where no entry differs. Throws `SilentVendor` where it does not tell. */
export async function compareDay(comparing: Comparing): Promise<Compared> {
  const { platform, run, vendor, span } = comparing;
  const { db } = platform.database;
  const [ours, theirs] = [await readSums(db, { run, party: vendor.code }), await ask(comparing, "sums", {})];
  const findings = new Findings(performance.now() + RUN_MS);
  if (!comparing.areAlike(ours, theirs)) {
    for await (const account of differingAccounts(comparing, findings)) await compareAccount(comparing, account, findings);
    if (findings.list.length === 0 && !findings.isLate) for (const finding of compareSums({ ours, theirs }, findings, span)) findings.add(finding);
  }
  const owed = await readOwed(db, vendor.id, span, FINDINGS_MAX);
  for (const { player, id, taken, asked } of owed)
    findings.add({ flow: "rollback", kind: "receivable", player, reference: id, ours: taken, theirs: asked, said: null });
  return { ours, theirs, findings: withOtherPlayers(findings.list), isCut: findings.isFull || findings.isLate, isLate: findings.isLate };
}

/** Findings up to their most, each name once, and until when they are looked for. */
class Findings {
  readonly #found = new Map<string, VendorFinding>();
  readonly #until: number;
  readonly #leftOut = new Map<VendorFlow, bigint>();
  isFull = false;
  isLate = false;

  constructor(until: number) {
    this.#until = until;
  }

  get list(): readonly VendorFinding[] {
    return [...this.#found.values()];
  }

  add(finding: VendorFinding): void {
    const name = nameOf(finding);
    if (this.#found.size >= FINDINGS_MAX) this.isFull = true;
    else if (!this.#found.has(name)) this.#found.set(name, finding);
  }

  /** Leaves an entry of ours out of the sums. */
  leaveOut({ flow, amountMinor }: Pick<OurEntry, "flow" | "amountMinor">): void {
    this.#leftOut.set(flow, this.leftOut(flow) + amountMinor);
  }

  leftOut(flow: VendorFlow): bigint {
    return this.#leftOut.get(flow) ?? 0n;
  }

  /** Whether nothing more is looked for; asked only where there is more to look at. */
  isOver(): boolean {
    this.isLate ||= performance.now() > this.#until;
    return this.isFull || this.isLate;
  }
}

const nameOf = ({ flow, player, reference }: Pick<VendorFinding, "flow" | "player" | "reference">): string => `${flow}\n${player}\n${reference}`;

async function ask<Level extends keyof ReportAnswers>(
  { platform, vendor, span }: Comparing,
  level: Level,
  part: { player?: string; after?: string | undefined },
): Promise<ReportAnswers[Level]> {
  const answer = await askReport(platform, vendor, level, { ...span, ...part });
  if (answer === undefined) throw new SilentVendor(`${vendor.code} does not tell its ${level} of ${span.day}.`);
  return answer;
}

const isBefore = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

interface Part<Item> extends Stretch {
  readonly list: readonly Item[];
}

/** A list of theirs part by part until the findings are over, with the stretch of names that each speaks for. One that is not in order, or does not come to an end, is none. */
async function* partsOf<Item>(
  findings: Findings,
  read: (after: string | undefined) => Promise<ReportPage<Item>>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Part<Item>> {
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    if (findings.isOver()) return;
    const { list, next } = await read(after);
    const keys = list.map(keyOf);
    const isOrdered = keys.every((key, place) => isBefore(place === 0 ? (after ?? "") : keys[place - 1]!, key));
    const upto = next === undefined ? undefined : keys.at(-1);
    if (!isOrdered || (next !== undefined && upto === undefined)) throw new SilentVendor("A vendor's list is not in order.");
    yield { list, after, upto };
    if (upto === undefined) return;
    after = upto;
  }
  throw new SilentVendor("A vendor's list does not come to an end.");
}

interface Account {
  readonly player: string;
  /** Undefined where nobody of ours is called that. */
  readonly walletId: bigint | undefined;
}

/** The players of whom the two sides tell differently. */
async function* differingAccounts(comparing: Comparing, findings: Findings): AsyncGenerator<Account> {
  const { platform, run, vendor } = comparing;
  const { db } = platform.database;
  const parts = partsOf(
    findings,
    (after) => ask(comparing, "accounts", { after }),
    ({ player }) => player,
  );
  for await (const { list, ...stretch } of parts) {
    const theirs = new Map(list.map((account) => [account.player, account]));
    for await (const { player, walletId, sums } of readAccounts(db, { run, party: vendor.code }, stretch)) {
      const told = theirs.get(player);
      theirs.delete(player);
      if (findings.isOver()) return;
      if (told === undefined || !comparing.areAlike(sums, told)) yield { player, walletId };
    }
    const wallets = await readWallets(db, vendor.id, [...theirs.keys()]);
    for (const player of theirs.keys()) {
      if (findings.isOver()) return;
      yield { player, walletId: wallets.get(player) };
    }
  }
}

/** Holds the entries of a player against ours, part by part. */
async function compareAccount(comparing: Comparing, { player, walletId }: Account, findings: Findings): Promise<void> {
  const { platform, vendor, span } = comparing;
  const { db } = platform.database;
  const givenBack = new Set<string>();
  const parts = partsOf(
    findings,
    (after) => ask(comparing, "entries", { player, after }),
    ({ id }) => id,
  );
  for await (const { list, ...stretch } of parts) {
    const theirs = new Map(list.map((entry) => [`${entry.flow} ${entry.id}`, entry]));
    const ours = walletId === undefined ? [] : readEntries(db, { vendorId: vendor.id, walletId }, span, stretch);
    for await (const entry of ours) {
      const told = theirs.get(`${entry.flow} ${entry.id}`);
      theirs.delete(`${entry.flow} ${entry.id}`);
      const isNowhere = told === undefined && (isKeptByNeither(entry, givenBack) || (await isOfUntoldStake(comparing, { player, findings }, entry)));
      if (findings.isLate) return;
      if (isNowhere) findings.leaveOut(entry);
      else for (const finding of compareEntry(entry, told)) findings.add({ ...finding, player });
      if (findings.isFull) return;
    }
    for (const finding of await compareUnmatched(comparing, walletId, [...theirs.values()])) findings.add({ ...finding, player });
    if (findings.isFull) return;
  }
}

type Unnamed = Omit<VendorFinding, "player">;

/** Whether an entry that its vendor does not know is a stake we gave back, or that giving back: no difference, as neither side kept it. */
function isKeptByNeither({ id, isGivenBack, isOurs }: OurEntry, givenBack: Set<string>): boolean {
  if (isGivenBack) givenBack.add(id);
  return isGivenBack || (isOurs && givenBack.has(id));
}

/**
 * Whether an entry gives a stake of an earlier day back that its vendor does not list on that day: neither side kept it. Not while it does not tell of that day, or there is no time
 * to ask: it may have kept the stake.
 */
async function isOfUntoldStake(comparing: Comparing, { player, findings }: Asking, { id, isOurs, stakedAt }: OurEntry): Promise<boolean> {
  if (!isOurs || stakedAt === null) return false;
  const { database, timeZone } = comparing.platform;
  const then = { ...comparing, span: await spanAt(database.db, stakedAt, timeZone) };
  // The list goes on after a name: the id's own is told by what comes before it.
  const before = [...id].slice(0, -1).join("") || undefined;
  const parts = partsOf(
    findings,
    (after) => ask(then, "entries", { player, after: after ?? before }),
    (entry) => entry.id,
  );
  try {
    for await (const { list, upto } of parts) {
      if (list.some((entry) => entry.id === id && entry.flow === "stake")) return false;
      if (upto === undefined || isBefore(id, upto)) return true;
    }
  } catch (error) {
    if (!(error instanceof SilentVendor)) throw error;
  }
  return false;
}

interface Asking {
  readonly player: string;
  readonly findings: Findings;
}

/** What we have against what they tell of it. */
function compareEntry({ id, flow, amountMinor }: OurEntry, told: ReportEntry | undefined): readonly Unnamed[] {
  if (told !== undefined) return compareAmounts({ id, flow, ours: amountMinor, theirs: told.amount });
  return [{ flow, kind: "missingThere", reference: id, ours: amountMinor, theirs: null, said: null }];
}

/** The sums of a day of which no entry differs: theirs are then not what their own entries come to. A count or a digest alone moves no money. */
function compareSums({ ours, theirs }: Pick<Compared, "ours" | "theirs">, findings: Findings, { day }: DaySpan): readonly VendorFinding[] {
  return vendorFlows
    .flatMap((flow) => compareAmounts({ id: day, flow, ours: ours[flow].minor - findings.leftOut(flow), theirs: theirs[flow] }))
    .map((finding) => ({ ...finding, kind: "sums", player: "" }));
}

function compareAmounts({ id, flow, ours, theirs }: { id: string; flow: VendorFlow; ours: bigint; theirs: ReportAmount }): readonly Unnamed[] {
  const kind = theirs.minor !== ours ? "amount" : theirs.finer === undefined ? undefined : "fraction";
  return kind === undefined ? [] : [{ flow, kind, reference: id, ours, theirs: theirs.minor, said: theirs.finer ?? null }];
}

/** What they tell of the day and we do not have on it: it came on another day, moved nothing here, or never came. */
async function compareUnmatched(
  { platform, vendor, span }: Comparing,
  walletId: bigint | undefined,
  entries: readonly ReportEntry[],
): Promise<readonly Unnamed[]> {
  const { database, timeZone } = platform;
  const ids = entries.map(({ id }) => id);
  const known = walletId === undefined ? undefined : await findEntries(database.db, { walletId, code: vendor.code }, ids, timeZone);
  return entries.flatMap(({ id, flow, amount }): readonly Unnamed[] => {
    const found = known?.get(id);
    if (found?.flow === flow) {
      const differing = compareAmounts({ id, flow, ours: found.amountMinor, theirs: amount });
      if (differing.length > 0 || found.day === span.day) return differing;
      return [{ flow, kind: "otherDay", reference: id, ours: found.amountMinor, theirs: amount.minor, said: found.day }];
    }
    if (amount.minor === 0n && amount.finer === undefined) return [];
    return [{ flow, kind: "missingHere", reference: id, ours: null, theirs: amount.minor, said: amount.finer ?? null }];
  });
}

/** What is missing here under one player and missing there under another is one difference: theirs has it under the other. */
function withOtherPlayers(findings: readonly VendorFinding[]): readonly VendorFinding[] {
  const keyOf = ({ flow, reference }: VendorFinding): string => `${flow}\n${reference}`;
  const ours = new Map(findings.filter(({ kind }) => kind === "missingThere").map((finding) => [keyOf(finding), finding]));
  const merged = new Map<VendorFinding, VendorFinding | undefined>();
  for (const finding of findings.filter(({ kind }) => kind === "missingHere")) {
    const other = ours.get(keyOf(finding));
    if (other === undefined) continue;
    ours.delete(keyOf(finding));
    merged.set(finding, undefined);
    merged.set(other, { ...other, kind: "otherPlayer", theirs: finding.theirs, said: finding.player });
  }
  return findings.flatMap((finding) => (merged.has(finding) ? (merged.get(finding) ?? []) : [finding]));
}
