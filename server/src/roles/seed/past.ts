import { sql } from "kysely";
import { Refusal, type ErrorCode } from "@laro/contract/core/errors";
import { messageSubscribers } from "../../features/messages/messages.subscribers.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { EventName, Events } from "../../platform/outbox.ts";
import type { Gatekeeper, Platform } from "../../platform/routes.ts";

/** A clock that stands where the seeding puts it. */
export class PastClock implements Clock {
  at: Date;

  constructor(at: Date) {
    this.at = at;
  }

  readonly now = (): Date => this.at;
}

/** The platform thirty days ago and since, on a clock of its own. */
export interface Past {
  readonly platform: Platform;
  readonly gatekeeper: Gatekeeper;
  readonly clock: PastClock;
  readonly begin: Date;
  readonly end: Date;
  /** Writes a member's message when its event happened; the event itself waits for the worker, which then finds it written. */
  readonly write: <Name extends EventName>(tx: Tx, name: Name, event: Events[Name], now: Date) => Promise<void>;
}

export const writeMessageOf =
  (platform: Platform): Past["write"] =>
  async (tx, name, event, now) => {
    for (const hear of messageSubscribers[name] ?? []) await hear(tx, event, { ...platform, clock: { now: () => now } });
  };

/** The ids of the demo world's members by name. */
export type Ids = ReadonlyMap<string, bigint>;

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

interface Command {
  /** What the command is about. */
  readonly id: string;
  readonly officer: OperatorActor;
  readonly endpoint: string;
  readonly input: object;
  readonly now: Date;
}

/** Records a staff command in the transaction that carries it out, as every call of an officer does. */
export async function record(tx: Tx, { gatekeeper }: Pick<Past, "gatekeeper">, { id, officer, endpoint, input, now }: Command): Promise<void> {
  await gatekeeper.recordCommand(tx, { operator: officer, kind: "command", endpoint, input, requestId: derivedId("demo-command", endpoint, id), now });
}

/** Does what may be refused for a good reason: it was done before an interruption, or the member is out of luck. */
export async function unlessRefused<Result>(work: Promise<Result>, ...codes: readonly ErrorCode[]): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return undefined;
    throw error;
  }
}

/** What agents and members are told in passing, which would else wait for the worker and bear its day. */
const HEARD = ["agentContracts.", "agents.", "settlements.paid", "transfers.received", "vip.levelled"] as const;

/** Writes what was told of them up to now into their inboxes, dated now, and takes it from the worker. */
export async function hearPast(tx: Tx, { platform }: Pick<Past, "platform">, now: Date): Promise<void> {
  const { rows } = await sql<{ name: EventName; payload: never }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier ^@ any(${HEARD.map((name) => `event:${name}`)}::text[])
    returning substring(t.identifier from 7) as name, j.payload`.execute(tx);
  for (const { name, payload } of rows)
    for (const hear of messageSubscribers[name] ?? [])
      await (hear as (tx: Tx, event: never, platform: Platform) => Promise<void>)(tx, payload, { ...platform, clock: { now: () => now } });
}
