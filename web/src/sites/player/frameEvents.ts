/** What a vendor's game in our frame says to the page around it. A balance in it is nobody's word: the wallet is asked. */
export type GameEvent =
  | { readonly type: "laro.ready" | "laro.balance" | "laro.cashier" | "laro.close" | "laro.error" }
  | { readonly type: "laro.round"; readonly state: "open" | "closed" };

export type PauseReason = "realityCheck" | "limits" | "maintenance";

/** What the page says to the game. */
export type FrameOrder =
  | { readonly type: "laro.init"; readonly language: string; readonly currency: string; readonly theme: string }
  | { readonly type: "laro.refreshBalance" | "laro.resume" | "laro.close" }
  | { readonly type: "laro.pause"; readonly reason: PauseReason };

const VERSION = 1;
/** More than this of a frame's messages in a second are dropped. */
export const MESSAGES_MAX = 20;
const SECOND_MS = 1_000;
/** So long, at most, what interrupts play waits for the end of a round. */
export const ROUND_HOLDS_MS = 60_000;

/** Our fixed pages, to which a game may lead its own frame, say no more than where it wants to go. */
const saidByUs: readonly string[] = ["laro.cashier", "laro.close"];
/** The origin of those pages: they are sandboxed, so that nothing in the frame is ever at home in this site. */
export const OUR_PAGES = "null";
const plain: readonly string[] = ["laro.ready", "laro.balance", "laro.error", ...saidByUs];

/** The frame that is listened to, and who may speak in it. */
export interface Speakers {
  readonly window: unknown;
  /** The vendor's, exactly. */
  readonly game: string;
}

type Said = Pick<MessageEvent<unknown>, "source" | "origin" | "data">;

/** A message as an event; undefined for one from another window or origin, or of no known shape. */
export function readGameEvent({ source, origin, data }: Said, { window, game }: Speakers): GameEvent | undefined {
  if (source === null || source !== window || (origin !== game && origin !== OUR_PAGES) || typeof data !== "object" || data === null) return undefined;
  const { type, v, state } = data as { type?: unknown; v?: unknown; state?: unknown };
  if (typeof type !== "string" || v !== VERSION || (origin === OUR_PAGES && !saidByUs.includes(type))) return undefined;
  if (type === "laro.round") return state === "open" || state === "closed" ? { type, state } : undefined;
  return plain.includes(type) ? ({ type } as GameEvent) : undefined;
}

/** An order as it is sent. */
export const frameMessage = (order: FrameOrder): object => ({ ...order, v: VERSION });

/** Answers whether one more message is heard: 20 within any second. */
export function createMeter(nowMs: () => number): () => boolean {
  const heard: number[] = [];
  return () => {
    const now = nowMs();
    while (heard.length > 0 && now - heard[0]! >= SECOND_MS) heard.shift();
    if (heard.length >= MESSAGES_MAX) return false;
    heard.push(now);
    return true;
  };
}

/** Holds back what would interrupt a round, until its end and 60 s at most: a round that never ends holds once. */
export class RoundHold {
  readonly #tell: (isHeld: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;

  constructor(tell: (isHeld: boolean) => void) {
    this.#tell = tell;
  }

  hear(state: "open" | "closed"): void {
    const isOpen = state === "open";
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    clearTimeout(this.#timer);
    this.#tell(isOpen);
    if (isOpen) this.#timer = setTimeout(() => this.#tell(false), ROUND_HOLDS_MS);
  }
}
