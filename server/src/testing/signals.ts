import { randomBytes, randomUUID } from "node:crypto";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

const plant = (world: World, text: string, values: readonly unknown[]) => asOwner(world.open.url, text, [...values]);

/** Binds one number to several members, under one name, as if each had done so now. */
export const bindNumber = (world: World, number: string, ids: readonly bigint[], holder = "X") =>
  plant(world, "insert into payout_account (account_id, bank, holder, number, created_at) select id, 'BPI', $4, $1, $3 from unnest($2::bigint[]) id", [
    number,
    ids,
    world.clock.now(),
    holder,
  ]);

/** Gives members one verified name. */
export const nameVerified = (world: World, name: string, ids: readonly bigint[]) =>
  plant(world, "update account set verified_name = $1 where id = any($2::bigint[])", [name, ids]);

/** An approved verification, by a document of its own or by one that others have shown. */
export const plantApproved = (world: World, id: bigint, document = randomBytes(32)) =>
  plant(
    world,
    "insert into verification (id, account_id, state, id_type, sealed, person_hash, document_hash, front, back, selfie, decided_at, at) values ($1, $2, 'approved', 1, '', $3, $4, $1, $1, $1, $5, $5)",
    [randomUUID(), id, randomBytes(32), document, world.clock.now()],
  );

interface Likeness {
  readonly source: "said" | "document" | null;
  readonly strength?: "birthday" | "near" | "name";
  readonly hash?: Buffer;
}

/** Has members be found by one key. */
export const plantKey = (world: World, ids: readonly bigint[], { source, strength = "near", hash = randomBytes(32) }: Likeness) =>
  plant(world, "insert into screening_person (account_id, hash, strength, source) select id, $2, $3, $4 from unnest($1::bigint[]) id", [
    ids,
    hash,
    strength,
    source,
  ]);

interface PlantedExclusion {
  readonly kind: "self" | "family" | "timeout";
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endedAt?: Date;
}

/** An exclusion of a year as it stands once it began. */
export const plantExclusion = (world: World, id: bigint, { kind, startsAt, endsAt, endedAt }: PlantedExclusion) =>
  plant(
    world,
    "insert into exclusion (id, account_id, kind, period, starts_at, ends_at, firm_until, made_by, ended_at) values ($1, $2, $3, '1y', $4, $5, $5, 'member', $6)",
    [randomUUID(), id, kind, startsAt, endsAt, endedAt ?? null],
  );
