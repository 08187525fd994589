import { campaigns } from "@laro/contract/campaigns";
import type { Rule } from "@laro/contract/core/campaignRules";
import type { InputOf } from "@laro/contract/core/endpoint";
import { gatherPlay } from "../core/activity/activity.gather.ts";
import { countParts, countVisits } from "../core/campaigns/campaigns.count.ts";
import { attendCampaigns, finishRewards } from "../core/campaigns/campaigns.rewards.ts";
import { settleBoards } from "../core/campaigns/campaigns.settle.ts";
import { settleRaffles } from "../core/campaigns/raffles.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

type Draft = InputOf<(typeof campaigns)["save"]>;

const DAY_MS = 24 * 60 * 60_000;
let made = 0;

/** A code nobody has. */
export const newCode = (): string => `C${Date.now().toString(36).toUpperCase().slice(-6)}${(made += 1)}`;

export const ruleOf = (change: Partial<Rule> = {}): Rule => ({
  trigger: { on: "applied" },
  conditions: [],
  gift: { gives: "cash", amount: 50_00n },
  prizes: [],
  period: "once",
  reviewed: false,
  again: false,
  claimDays: 7,
  memberCount: 1,
  dayMax: null,
  ...change,
});

/** A raffle with one prize of money. */
export const raffleRule = (): Partial<Rule> => ({
  trigger: { on: "drawn", target: 10_00n, most: 5, categories: [] },
  gift: null,
  prizes: [{ count: 1, gift: { gives: "cash", amount: 100_00n } }],
});

type Change = Partial<Omit<Draft, "rule">> & { readonly rule?: Partial<Rule> };

/** A draft that can be published as it is: it runs from now on for a week. */
export function draftOf({ clock }: World, { rule, ...change }: Change = {}): Draft {
  const now = clock.now().getTime();
  const words = { title: "Rainy days", summary: "For who stays in", text: "What the operator says of it." };
  return {
    madeAt: null,
    reason: "for the test",
    code: newCode(),
    tab: "games",
    pictureId: null,
    clearance: "ASC-1",
    permit: "DTI-1",
    words: {
      EN: words,
      TY: {
        title: "Mga araw ng ulan",
        summary: "Para sa nasa bahay",
        text: "Ang sabi ng operator.",
      },
    },
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + 7 * DAY_MS).toISOString(),
    budget: 100000n,
    ...change,
    rule: ruleOf(rule),
  };
}

/** Writes and publishes a campaign by one officer, or by two where it needs them; answers its code. */
export async function openCampaign(world: World, officer: Person, change: Change = {}): Promise<string> {
  const draft = draftOf(world, change);
  await publish(world, officer, draft);
  return draft.code;
}

/** Saves a draft and publishes it, by another officer where it waits for one. */
export async function publish(world: World, officer: Person, draft: Draft): Promise<void> {
  const [{ code }, reason] = [draft, "for the test"];
  const written = await officer.call(campaigns.save, draft);
  const { waiting, madeAt } = await officer.call(campaigns.submit, { code, reason, madeAt: written.madeAt });
  if (waiting !== null) await (await world.operator("finance")).call(campaigns.approve, { code, reason, madeAt });
}

/** When the newest version of a campaign was written, as its desk says it. */
export const madeAtOf = async (officer: Person, code: string): Promise<string> =>
  (await officer.call(campaigns.all, { limit: 100 })).list.find((one) => one.code === code)!.madeAt;

/** Does what the worker does each minute. */
export async function attend({ open: { platform } }: World): Promise<void> {
  const { database, clock, timeZone } = platform;
  await database.begin((tx) => countVisits(tx, { now: clock.now(), timeZone }));
  await attendCampaigns(platform);
  await settleBoards(platform);
  await settleRaffles(platform);
  await finishRewards(platform);
}

/** Lets seven minutes pass, gathers what was played, and attends to it. */
export async function count(world: World): Promise<void> {
  const { database, clock, timeZone } = world.open.platform;
  await world.pass(7 * 60_000);
  await gatherPlay(database, { now: clock.now(), timeZone }, { afterWindow: [countParts] });
  await attend(world);
}

/** Begins to gather: the first windows are those of the day it is called on. */
export async function beginCounting(world: World): Promise<void> {
  const { database, clock, timeZone } = world.open.platform;
  await gatherPlay(database, { now: clock.now(), timeZone }, { afterWindow: [countParts] });
}
