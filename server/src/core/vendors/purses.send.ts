import { crashPoint } from "../../platform/crash.ts";
import type { Platform } from "../../platform/routes.ts";
import { noteFault } from "./faults.ts";
import { askVendor } from "./lines.ts";
import { addressOfVendor } from "./outbound.ts";
import type { MoveSaid, TransferProtocol } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import { findTransfer, looksAt, settleTransfer, type Transfer, type TransferState } from "./purses.ts";
import { type GatewayVendor, findVendor, secretsAt } from "./view.ts";

/** How long a vendor is waited for. */
export const SEND_MS = 8_000;
const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
/** How long after each other a vendor is asked what became of a transfer; the last one again and again. */
const LOOKS_MS = [5 * S_MS, 15 * S_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** What a vendor did not do counts when it says so twice, so far apart, and so long after it was last sent: a request may still be under way. */
const TWICE_MS = 10 * MINUTE_MS;
const QUIET_MS = 15 * MINUTE_MS;
/** After that it is for officers. */
const HELD_AFTER_MS = 24 * 60 * MINUTE_MS;

/** A vendor that keeps a wallet of its own, as it can be asked. */
export interface Reached {
  readonly vendor: GatewayVendor;
  readonly protocol: TransferProtocol;
  readonly base: string;
  readonly secret: Buffer;
}

/** Undefined where there is no such vendor, or nobody said how and where it is asked. */
export async function reachVendor(platform: Platform, code: string): Promise<Reached | undefined> {
  const vendor = await findVendor(platform, code);
  const protocol = vendor && protocols[vendor.protocol]?.transfers;
  const [secret] = vendor === undefined ? [] : secretsAt(vendor, "ours", platform.clock.now());
  const base = vendor && addressOfVendor(platform.config, vendor, vendor.baseUrl);
  if (vendor?.keepsWallet !== true || protocol === undefined || secret === undefined || base === undefined) return undefined;
  return { vendor, protocol, base, secret };
}

/** What lies at the vendor, in minor units; undefined where it does not say. */
export async function askBalance(
  platform: Platform,
  { vendor, protocol, base, secret }: Reached,
  { player, currency, timeoutMs }: { player: string; currency: string; timeoutMs: number },
): Promise<bigint | undefined> {
  const { path, ...asked } = protocol.balance.ask({ casinoId: vendor.casinoId, player: { ref: player, currency } }, secret);
  const said = await askVendor(platform, vendor, new URL(path, base), { ...asked, answer: protocol.balance.answer, timeoutMs });
  return said?.ok === true ? said.answer : undefined;
}

/** A question that cannot even be made is silence too: whatever is wrong, a day later officers decide. */
const askMove = (platform: Platform, reached: Reached, transfer: Transfer, asking: Asking): Promise<MoveSaid | undefined> =>
  makeMove(platform, reached, transfer, asking).catch((error: Error) => {
    platform.log.error({ err: error, vendor: reached.vendor.code, transfer: transfer.id }, "a vendor cannot be asked for a transfer");
    return undefined;
  });

interface Asking {
  readonly how: "move" | "findMove";
  readonly timeoutMs: number;
}

async function makeMove(
  platform: Platform,
  { vendor, protocol, base, secret }: Reached,
  transfer: Transfer,
  { how, timeoutMs }: Asking,
): Promise<MoveSaid | undefined> {
  const question = protocol[how] ?? protocol.move;
  const { id, direction, amount: amountMinor, player, currency } = transfer;
  const { path, ...asked } = question.ask({ casinoId: vendor.casinoId, player: { ref: player, currency }, id, direction, amountMinor }, secret);
  const said = await askVendor(platform, vendor, new URL(path, base), { ...asked, answer: question.answer, timeoutMs });
  return said?.ok === true ? said.answer : undefined;
}

/** When a transfer is looked at that was just begun: after its question was given up, and a little. */
export const firstLook = (now: Date): Date => new Date(now.getTime() + SEND_MS + LOOKS_MS[0]);

const later = (now: Date, looks: number): Date => new Date(now.getTime() + LOOKS_MS[Math.min(looks, LOOKS_MS.length - 1)]!);

/** Asks the vendor for a transfer that was just begun, and answers what became of it by then. */
export async function sendTransfer(platform: Platform, reached: Reached, transfer: Transfer, timeoutMs = SEND_MS): Promise<TransferState> {
  crashPoint("transfer.before_send");
  const said = await askMove(platform, reached, transfer, { how: "move", timeoutMs });
  crashPoint("transfer.after_send");
  return hear(platform, transfer, said, { isOnly: true });
}

/** Asks what became of a transfer, or for it once more, unless somebody did since it was read. A vendor that nobody can ask says nothing. */
export async function lookAt(platform: Platform, reached: Reached | undefined, transfer: Transfer): Promise<TransferState> {
  const now = platform.clock.now();
  const how = reached?.protocol.findMove === undefined ? "move" : "findMove";
  const isSent = reached !== undefined && how === "move";
  const next = later(now, transfer.looks + 1);
  const isClaimed = await platform.database.begin(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("vendor_transfer")
      .set({ looks: transfer.looks + 1, look_at: next, ...(isSent ? { sends: transfer.sends + 1, sent_at: now } : {}) })
      .where("id", "=", transfer.id)
      .where("looks", "=", transfer.looks)
      .where("state", "in", ["sent", "unknown"])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await looksAt(tx, transfer.id, next);
    return numUpdatedRows > 0n;
  });
  if (!isClaimed) return transfer.state;
  crashPoint("transfer.before_send");
  const said = reached && (await askMove(platform, reached, transfer, { how, timeoutMs: SEND_MS }));
  crashPoint("transfer.after_send");
  return hear(platform, { ...transfer, sends: transfer.sends + (isSent ? 1 : 0) }, said, { isOnly: false });
}

/**
 * Does what an answer says. A refusal of the only question ends a transfer at once. Of a later one it says that this question did nothing, while an earlier one
 * may still arrive: it counts as "not found". Silence gives nothing back.
 */
async function hear(platform: Platform, transfer: Transfer, said: MoveSaid | undefined, { isOnly }: { isOnly: boolean }): Promise<TransferState> {
  const { clock, timeZone, database } = platform;
  const now = clock.now();
  const to = endOf(transfer, said, { now, isOnly });
  if (to !== undefined) {
    const balanceThere = said?.said === "done" ? said.balanceMinor : null;
    const answer = said?.said === "refused" ? { refused: said.reason } : { said: said?.said };
    // Of what was asked for once more meanwhile, the later answer decides.
    const sends = to === "refused" ? transfer.sends : undefined;
    const isEnded = await database.begin((tx) => settleTransfer(tx, { now, timeZone }, { id: transfer.id, to, answer, balanceThere, sends }));
    if (!isEnded) return (await findTransfer(database.db, transfer.id))!.state;
    if (to === "refused") note(platform, transfer, "transfer_refused");
    return to;
  }
  const isHeld = now.getTime() - transfer.at.getTime() >= HELD_AFTER_MS;
  if (isHeld || isOnly) note(platform, transfer, isHeld ? "transfer_held" : "transfer_unknown");
  return leaveOpen(platform, transfer, { now, isHeld, isOnly, isNotFound: said !== undefined });
}

/** What an answer makes of a transfer; undefined where it stays open. */
function endOf(transfer: Transfer, said: MoveSaid | undefined, { now, isOnly }: { now: Date; isOnly: boolean }): "done" | "refused" | undefined {
  if (said === undefined) return undefined;
  if (said.said === "done") return "done";
  return (isOnly && said.said === "refused") || isCertain(transfer, now) ? "refused" : undefined;
}

/** Whether the vendor's word that it did nothing is the second one, and late enough. */
const isCertain = ({ notFoundAt, sentAt }: Transfer, now: Date): boolean => {
  const [first] = notFoundAt;
  return first !== undefined && now.getTime() - first.getTime() >= TWICE_MS && now.getTime() - sentAt.getTime() >= QUIET_MS;
};

interface Left {
  readonly now: Date;
  readonly isHeld: boolean;
  readonly isOnly: boolean;
  readonly isNotFound: boolean;
}

async function leaveOpen({ database }: Platform, { id, notFoundAt }: Transfer, { now, isHeld, isOnly, isNotFound }: Left): Promise<TransferState> {
  const state = isHeld ? "held" : "unknown";
  const next = later(now, 0);
  await database.begin(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("vendor_transfer")
      .set({
        state,
        ...(isHeld ? { held_at: now, look_at: null } : {}),
        ...(isOnly && !isHeld ? { look_at: next } : {}),
        ...(isNotFound ? { not_found_at: [...notFoundAt, now].slice(0, 2) } : {}),
      })
      .where("id", "=", id)
      .where("state", "in", ["sent", "unknown"])
      .executeTakeFirst();
    if (isOnly && numUpdatedRows > 0n) await looksAt(tx, id, next);
  });
  return state;
}

const note = (platform: Platform, { vendorId, accountId, id }: Transfer, kind: string): void =>
  noteFault({ platform, vendor: { id: vendorId }, requestId: null }, { action: "transfer", kind, direction: "out", accountId, theirId: id });
