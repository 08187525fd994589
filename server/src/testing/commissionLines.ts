import { randomUUID } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { packs } from "../core/settings/packs.ts";
import { plantAccount } from "./commissions.ts";
import { asOwner } from "./owner.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

type Agent = Person & { readonly id: bigint };

/** top has agents left and right and players; left has agent deep and a player; deep and right have a player each, deep only where the market lets a tree be so deep. */
export interface Line {
  readonly top: Agent;
  readonly left: Agent;
  readonly right: Agent;
  readonly deep: bigint;
  /** Everyone below the top, and who stands above each, the nearest last. */
  readonly above: ReadonlyMap<bigint, readonly bigint[]>;
  readonly names: ReadonlyMap<bigint, string>;
}

export async function makeLine(where: World): Promise<Line> {
  const mark = `earn${randomUUID().slice(0, 8)}`;
  const top = await where.member({ type: accountTypes.agent });
  const left = await where.member({ type: accountTypes.agent, parentId: top.id });
  const right = await where.member({ type: accountTypes.agent, parentId: top.id });
  const names = new Map([
    [left.id, left.name],
    [right.id, right.name],
  ]);
  const above = new Map<bigint, readonly bigint[]>([
    [left.id, [top.id]],
    [right.id, [top.id]],
  ]);
  const open = async (name: string, type: 0 | 1, path: readonly bigint[]): Promise<bigint> => {
    const id = await plantAccount(where, { name: `${mark}${name}`, type, parentId: path.at(-1)! });
    above.set(id, path);
    names.set(id, `${mark}${name}`);
    return id;
  };
  const deep = await open("deep", 1, [top.id, left.id]);
  await open("ann", 0, [top.id]);
  await open("ben", 0, [top.id]);
  await open("cara", 0, [top.id, left.id]);
  if (packs[where.open.platform.config.pack].agents.depthMax > 3) await open("dan", 0, [top.id, left.id, deep]);
  await open("eve", 0, [top.id, right.id]);
  return { top, left, right, deep, above, names };
}

/** Nothing was played, agreed or paid. */
export async function forgetPays(world: World): Promise<void> {
  for (const table of [
    "settlement_proposal",
    "settlement_pay",
    "agent_not_counted",
    "line_day",
    "member_day",
    "activity_day",
    "line_hour",
    "member_hour",
    "agent_contract_tier",
    "agent_contract",
  ])
    await asOwner(world.open.url, `delete from ${table}`);
}
