import { hash } from "node:crypto";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { Refusal } from "@laro/contract/core/errors";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { OperatorActor } from "./actor.ts";

/** What the chain of staff entries is told of one call. */
export interface StaffEntry {
  readonly operator: Pick<OperatorActor, "id" | "name">;
  readonly kind: "command" | "begun" | "refused" | "read" | "download" | "login";
  readonly endpoint: string;
  readonly input: unknown;
  readonly code?: string;
  readonly requestId: string;
  readonly now: Date;
}

/** One call of an operator, before anything of it was looked at. */
export interface StaffCall {
  readonly endpoint: Endpoint;
  readonly operator: OperatorActor;
  readonly requestId: string;
  readonly now: () => Date;
}

/** A console reads its open screens again whenever something moved: an entry stands for the same look of the same officer this long. */
const LOOK_STANDS_MS = 5 * 60_000;
const LOOKS_REMEMBERED_MAX = 10_000;

/** Sees to it that what staff try and see is recorded before they hear the answer; what they change is recorded in the transaction that changes it. */
export class Witness {
  readonly #write: (entry: StaffEntry) => Promise<void>;
  readonly #looks = new LRUCache<string, number>({ max: LOOKS_REMEMBERED_MAX });

  constructor(write: (entry: StaffEntry) => Promise<void>) {
    this.#write = write;
  }

  /**
   * Does the work of a call and records it: a command that opens its own transactions before it begins and again when it is done, a refusal with its code,
   * a look at what is a member's own, a file. `saw` is told the input as soon as it is known. Other reads leave nothing, nor does a fault of ours.
   */
  async attend(call: StaffCall, work: (saw: (input: unknown) => Promise<void>) => Promise<unknown>): Promise<unknown> {
    const { endpoint } = call;
    let entry: Omit<StaffEntry, "kind"> = entryOf(call, {});
    const saw = async (input: unknown): Promise<void> => {
      entry = entryOf(call, recordable(endpoint, input));
      if (isOnItsOwn(endpoint)) await this.#write({ ...entry, kind: "begun" });
    };
    try {
      const output = await work(saw);
      await this.#recordDone(call, entry);
      return output;
    } catch (error) {
      if (error instanceof Refusal && isRecorded(endpoint)) await this.#write({ ...entry, kind: "refused", code: error.code });
      throw error;
    }
  }

  async #recordDone({ endpoint, operator, now }: StaffCall, entry: Omit<StaffEntry, "kind">): Promise<void> {
    if (isOnItsOwn(endpoint)) return this.#write({ ...entry, kind: "command" });
    if (endpoint.file !== undefined) return this.#write({ ...entry, kind: "download" });
    if (endpoint.kind === "command" || endpoint.personal !== true) return;
    const [look, nowMs] = [`${operator.session} ${endpoint.name} ${JSON.stringify(entry.input)}`, now().getTime()];
    if (nowMs - (this.#looks.get(look) ?? -Infinity) < LOOK_STANDS_MS) return;
    await this.#write({ ...entry, kind: "read" });
    this.#looks.set(look, nowMs);
  }
}

const entryOf = ({ endpoint, operator, requestId, now }: StaffCall, input: unknown): Omit<StaffEntry, "kind"> => ({
  operator,
  endpoint: endpoint.name,
  input,
  requestId,
  now: now(),
});

/** Longer than any reason: what is longer is a file. */
const TEXT_MAX = 250;
/** Longer than the longest list of ids: whoever reads the chain reads some hundred entries at once. */
const ENTRY_MAX = 32_000;

/** What may stand in the chain of an input: what travelled sealed is a secret, a file stands as its digest, and so do lists that are long together. */
export const recordable = (endpoint: Endpoint, input: unknown): unknown => (endpoint.sealed === true ? {} : bounded(shorten(z.encode(endpoint.input, input))));

const isWhole = (value: unknown): value is object => value !== null && typeof value === "object";

const mapped = (value: object, map: (inner: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(map) : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));

const shorten = (value: unknown): unknown =>
  isWhole(value) ? mapped(value, shorten) : typeof value === "string" && value.length > TEXT_MAX ? digestOf(value) : value;

const bounded = (entry: unknown): unknown =>
  isWhole(entry) && JSON.stringify(entry).length > ENTRY_MAX ? mapped(entry, (value) => (isWhole(value) ? digestOf(JSON.stringify(value)) : value)) : entry;

const digestOf = (value: string): string => `sha256:${hash("sha256", value, "hex")} of ${value.length} characters`;

const isOnItsOwn = ({ kind, transaction, quiet }: Endpoint): boolean => kind === "command" && transaction === "own" && quiet !== true;

const isRecorded = ({ kind, file, personal, quiet }: Endpoint): boolean => quiet !== true && (kind === "command" || file !== undefined || personal === true);
