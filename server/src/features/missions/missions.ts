import type { CampaignCard, CampaignLabel } from "@laro/contract/campaigns";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { missions } from "@laro/contract/missions";
import { listBoards } from "../../core/campaigns/campaigns.boards.ts";
import { readCountedUpTo } from "../../core/campaigns/campaigns.count.ts";
import { listByTrigger, type Looker } from "../../core/campaigns/campaigns.read.ts";
import type { Db } from "../../platform/db.ts";

const MISSIONS_MAX = 50;
/** Those that wait for the member stand first, then those they are in. */
const places: Partial<Record<CampaignLabel, number>> = { claim: 1, signed: 2 };
const placeOf = ({ label }: CampaignCard): number => places[label] ?? 3;

/** What a member can do step by step, and how far they are. */
export async function summarise(db: Db, looker: Looker): Promise<OutputOf<(typeof missions)["summary"]>> {
  const list = await listByTrigger(db, looker, { triggers: ["played", "visited", "deposited"], limit: MISSIONS_MAX });
  const count = (label: string): number => list.filter((one) => one.label === label).length;
  return {
    list: list.toSorted((one, other) => placeOf(one) - placeOf(other)),
    running: count("signed"),
    claimable: count("claim"),
    countedUpTo: (await readCountedUpTo(db))?.toISOString() ?? null,
  };
}

/** The board that runs and ends first. */
export async function findLeaderboard(db: Db, looker: Looker): Promise<OutputOf<(typeof missions)["leaderboard"]>> {
  const boards = await listBoards(db, looker, { running: true });
  return { board: boards.toSorted((one, other) => (one.endsAt < other.endsAt ? -1 : 1))[0] ?? null };
}
