import type { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { type ForeignAnswer, type ForeignOutcome, type Question, tryForeign } from "../../platform/foreign.ts";
import { reachOf } from "../../platform/reach.ts";
import type { Platform } from "../../platform/routes.ts";
import { noteFault } from "./faults.ts";

/** What a process has under way with one vendor, and when it leaves it alone. */
export interface LineBounds {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  /** So many silences in a row shut the line, */
  readonly inARowMax: number;
  /** and so many of the last calls, where all of them were made within so long. */
  readonly failedMax: number;
  readonly lastCount: number;
  readonly lastMs: number;
  /** After so long one call is let through, whose end decides. */
  readonly shutMs: number;
}

export const lineBounds: LineBounds = { atOnceMax: 8, waitingMax: 16, inARowMax: 5, failedMax: 10, lastCount: 20, lastMs: 30_000, shutMs: 30_000 };

/** One process's way to one vendor. A vendor that is dead or slow holds at most its own places, and after a few silences none: whoever asks is told at once. */
export class VendorLine {
  readonly #clock: Clock;
  readonly #bounds: LineBounds;
  readonly #onShut: () => void;
  #running = 0;
  readonly #waiting: ((isLet: boolean) => void)[] = [];
  #last: { readonly atMs: number; readonly isSilent: boolean }[] = [];
  #inARow = 0;
  #shutAtMs: number | undefined;
  #isProbing = false;

  constructor({ clock, bounds = lineBounds, onShut }: { clock: Clock; bounds?: LineBounds; onShut: () => void }) {
    [this.#clock, this.#bounds, this.#onShut] = [clock, bounds, onShut];
  }

  /** Whether nobody is let through now. */
  isShut(): boolean {
    return this.#shutAtMs !== undefined && (this.#isProbing || this.#nowMs() - this.#shutAtMs < this.#bounds.shutMs);
  }

  /**
   * Makes a call, at once or when there is room, with what is left of the caller's patience. Undefined where it was not made: the line is shut, too many wait, or patience
   * ended first; none of that counts against the vendor.
   */
  async run<Outcome>(patienceMs: number, call: (leftMs: number) => Promise<Outcome>, isSilent: (outcome: Outcome) => boolean): Promise<Outcome | undefined> {
    if (this.isShut()) return undefined;
    const isProbe = this.#shutAtMs !== undefined;
    if (isProbe) this.#isProbing = true;
    const beganMs = performance.now();
    try {
      if (!(await this.#enter(patienceMs))) return undefined;
      try {
        const outcome = await call(Math.max(1, Math.ceil(patienceMs - (performance.now() - beganMs))));
        this.#count(isSilent(outcome), isProbe);
        return outcome;
      } finally {
        this.#leave();
      }
    } finally {
      if (isProbe) this.#isProbing = false;
    }
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }

  #enter(patienceMs: number): boolean | Promise<boolean> {
    if (this.#running < this.#bounds.atOnceMax) {
      this.#running += 1;
      return true;
    }
    if (this.#waiting.length >= this.#bounds.waitingMax) return false;
    return new Promise((decide) => {
      const waiter = (isLet: boolean): void => {
        clearTimeout(patience);
        decide(isLet);
      };
      const patience = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        decide(false);
      }, patienceMs);
      this.#waiting.push(waiter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next(true);
  }

  #count(isSilent: boolean, isProbe: boolean): void {
    if (isProbe && !isSilent) return this.#open();
    if (isProbe) this.#shutAtMs = this.#nowMs();
    // What was under way when the line was shut says nothing new.
    if (this.#shutAtMs !== undefined) return;
    const { inARowMax, failedMax, lastCount, lastMs } = this.#bounds;
    const nowMs = this.#nowMs();
    this.#inARow = isSilent ? this.#inARow + 1 : 0;
    this.#last = [...this.#last, { atMs: nowMs, isSilent }].slice(-lastCount);
    const isMany = this.#last.length === lastCount && nowMs - this.#last[0]!.atMs <= lastMs && this.#last.filter((one) => one.isSilent).length >= failedMax;
    if (this.#inARow >= inARowMax || isMany) this.#shut();
  }

  #open(): void {
    [this.#shutAtMs, this.#inARow, this.#last] = [undefined, 0, []];
  }

  #shut(): void {
    this.#shutAtMs = this.#nowMs();
    for (const waiter of this.#waiting.splice(0)) waiter(false);
    this.#onShut();
  }
}

/** The lines of a process, one to each vendor and each partner. */
interface Lines {
  readonly bounds: LineBounds;
  readonly byName: Map<string, VendorLine>;
}
const lines = new WeakMap<Db, Lines>();

/** Begins the lines of a process anew, within these bounds. */
export function setLineBounds({ database: { db } }: Pick<Platform, "database">, bounds: LineBounds): void {
  lines.set(db, { bounds, byName: new Map() });
}

interface Opening {
  readonly onShut: () => void;
  /** What one line has room for besides, where it is not a vendor's. */
  readonly room?: Pick<LineBounds, "atOnceMax" | "waitingMax">;
}

/** A process's line to a foreign party, by a name no other has. */
export function lineOf({ database: { db }, clock }: Pick<Platform, "database" | "clock">, name: string, { onShut, room }: Opening): VendorLine {
  const own = lines.get(db) ?? { bounds: lineBounds, byName: new Map<string, VendorLine>() };
  lines.set(db, own);
  const known = own.byName.get(name);
  if (known !== undefined) return known;
  const line = new VendorLine({ clock, bounds: { ...own.bounds, ...room }, onShut });
  own.byName.set(name, line);
  return line;
}

interface Called {
  readonly id: number;
  readonly code: string;
}

function lineTo(platform: Platform, { id, code }: Called): VendorLine {
  const onShut = (): void => {
    platform.log.error({ vendor: code }, "a vendor does not answer: nobody waits for it until it does");
    noteFault({ platform, vendor: { id }, requestId: null }, { action: "line", kind: "unreachable", direction: "out" });
  };
  return lineOf(platform, `vendor ${code}`, { onShut });
}

/** Whether asking a vendor now would be no use, so that what can wait waits. */
export const isOutOfReach = (platform: Platform, vendor: Called): boolean => lineTo(platform, vendor).isShut();

/** No answer, the vendor's own trouble, or nonsense with a yes. A no is an answer, in whatever words. */
export const isSilence = ({ status, read }: ForeignOutcome<unknown>): boolean => status === undefined || status >= 500 || (status < 400 && read === undefined);

/** Asks a vendor, within what a process has under way with it; a simulated one stands where the process was told, any other on a public machine. Undefined where nothing of the kind came back, or it was not asked. */
export async function askVendor<Answer extends z.ZodType>(
  platform: Platform,
  vendor: Called & { readonly simulated: boolean },
  address: URL,
  question: Question<Answer>,
): Promise<ForeignAnswer<z.output<Answer>> | undefined> {
  const reach = vendor.simulated ? "anywhere" : reachOf(platform.config);
  const outcome = await lineTo(platform, vendor).run(question.timeoutMs, (timeoutMs) => tryForeign(address, { ...question, reach, timeoutMs }), isSilence);
  return outcome?.read;
}
