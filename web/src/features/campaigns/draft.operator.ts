import type { campaigns, CampaignWords, DeskCampaign } from "@laro/contract/campaigns";
import { type Condition, type Gift, type Prize, type Rule, seatGames, type SeatTerms, type Trigger, triggerNames } from "@laro/contract/core/campaignRules";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { type GameCategory, gameCategories } from "@laro/contract/core/gameCategories";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { z } from "zod";

export type Desk = OutputOf<(typeof campaigns)["all"]>["list"][number];
export type Saved = Omit<InputOf<(typeof campaigns)["save"]>, "madeAt" | "reason">;
export type DeskShape = z.output<typeof DeskCampaign>;

const HOUR_MS = 60 * 60_000;
const MANILA_MS = 8 * HOUR_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** What a board is ranked by. */
export const measures = ["valid", "chips"] as const;
export type Measure = (typeof measures)[number];
export const gameChoices = seatGames;
/** What a seat of a new tournament has. */
const [SEAT_CHIPS, SEAT_ROUNDS] = [10_000, 200];

/** A moment as a field of Manila's clock writes it, and back. */
const toField = (ms: number): string => new Date(ms + MANILA_MS).toISOString().slice(0, 16);
const fromField = (typed: string): string | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? new Date(Date.parse(`${typed.slice(0, 16)}:00Z`) - MANILA_MS).toISOString() : undefined;

const writePrizes = (prizes: readonly Prize[]): string =>
  prizes
    .map(({ count, gift }) => `${count} × ${gift.gives === "cash" ? formatAmount(gift.amount) : gift.gives === "egg" ? `${gift.count} egg` : ""}`)
    .join(", ");

/** Prizes of money or of eggs as they are typed: "1 × 500, 2 × 200, 10 × 1 egg"; undefined where that cannot be read. */
function readPrizes(typed: string): Prize[] | undefined {
  const prizes: Prize[] = [];
  for (const part of typed.split(",").filter((one) => one.trim() !== "")) {
    const [, count, amount = "", eggs] = /^\s*(\d{1,3})\s*[×x*]\s*([\d.]{1,16})\s*(eggs?)?\s*$/i.exec(part) ?? [];
    const gift = eggs === undefined ? readCash(amount) : readEggs(amount);
    if (count === undefined || gift === undefined || Number(count) < 1) return undefined;
    prizes.push({ count: Number(count), gift });
  }
  return prizes;
}

function readCash(amount: string): Gift | undefined {
  const minor = parseAmount(amount);
  return minor === undefined ? undefined : { gives: "cash", amount: minor };
}

function readEggs(typed: string): Gift | undefined {
  const count = whole(typed);
  return count === undefined ? undefined : { gives: "egg", count };
}

const find = <Kind extends Condition["is"]>(rule: Rule | undefined, is: Kind) =>
  rule?.conditions.find((one): one is Extract<Condition, { is: Kind }> => one.is === is);

/** What is typed of a campaign, as texts until it is sent. */
export function typedOf(row: Desk | undefined, nowMs: number) {
  const rule = row?.rule;
  const trigger = rule?.trigger;
  const seat = trigger?.on === "ranked" ? trigger.seat : undefined;
  const gift = rule?.gift;
  const age = find(rule, "accountAge");
  const minimum = find(rule, "amount")?.minimum;
  return {
    code: row?.code ?? "",
    tab: row?.tab ?? ("games" as Desk["tab"]),
    pictureId: row?.pictureId ?? null,
    words: (row?.words ?? {}) as CampaignWords,
    startsAt: toField(row === undefined ? nowMs : Date.parse(row.startsAt)),
    endsAt: toField(row === undefined ? nowMs + WEEK_MS : Date.parse(row.endsAt)),
    budget: row === undefined ? "" : formatAmount(row.budget),
    dayMax: rule?.dayMax === null || rule === undefined ? "" : formatAmount(rule.dayMax),
    clearance: row?.clearance ?? "",
    permit: row?.permit ?? "",
    on: trigger?.on ?? ("applied" as Trigger["on"]),
    target: trigger !== undefined && "target" in trigger ? formatAmount(trigger.target) : "",
    days: trigger?.on === "visited" ? String(trigger.days) : "3",
    most: trigger?.on === "drawn" ? String(trigger.most) : "50",
    slips: trigger?.on === "rain" ? String(trigger.slips) : "100",
    slipMinimum: trigger?.on === "rain" ? formatAmount(trigger.minimum) : "1.00",
    slipMaximum: trigger?.on === "rain" ? formatAmount(trigger.maximum) : "",
    measure: (seat === undefined ? "valid" : "chips") as Measure,
    seatGame: (seat?.gameCode ?? seatGames[0]) as SeatTerms["gameCode"],
    seatChips: String(seat?.chips ?? SEAT_CHIPS),
    seatRounds: String(seat?.rounds ?? SEAT_ROUNDS),
    category: (trigger !== undefined && "categories" in trigger ? (trigger.categories[0] ?? "") : "") as GameCategory | "",
    gives: gift?.gives ?? ("cash" as Gift["gives"]),
    amount:
      gift === undefined || gift === null
        ? ""
        : gift.gives === "points"
          ? String(gift.points)
          : "count" in gift
            ? String(gift.count)
            : formatAmount(gift.amount),
    wagering: gift?.gives === "bonus" ? String(gift.wagering) : "3",
    bonusDays: gift?.gives === "bonus" || gift?.gives === "bonusBet" ? String(gift.days) : "14",
    betStake: gift?.gives === "bonusBet" ? formatAmount(gift.stake) : "5.00",
    raffle: gift?.gives === "ticket" ? gift.raffle : "",
    prizes: writePrizes(rule?.prizes ?? []),
    period: rule?.period ?? ("once" as Rule["period"]),
    memberCount: String(rule?.memberCount ?? 1),
    claimDays: String(rule?.claimDays ?? 7),
    reviewed: rule?.reviewed ?? false,
    again: rule?.again ?? false,
    verified: find(rule, "verified") !== undefined,
    levelFrom: String(find(rule, "level")?.from ?? ""),
    newerThan: age === undefined ? "" : String(age.days),
    minimum: minimum === undefined ? "" : formatAmount(minimum),
  };
}
export type Typed = ReturnType<typeof typedOf>;

export const isPlaced = (on: Typed["on"]): boolean => on === "ranked" || on === "drawn";
/** Whether one thing is given for what a member does, once or each period. */
export const isGiven = (on: Typed["on"]): boolean => !isPlaced(on) && on !== "rain";
/** Whether it happens once, by itself: members cannot do it again, and no officer looks at it. */
export const isOnce = (on: Typed["on"]): boolean => !isGiven(on) || on === "registered";
const whole = (typed: string): number | undefined => (/^\d{1,7}$/.test(typed) ? Number(typed) : undefined);

const CODE = /^[A-Z0-9]{2,16}$/;
const amounts: readonly string[] = ["budget", "dayMax", "target", "minimum", "slipMinimum", "slipMaximum", "betStake"];
const counts: readonly string[] = "days most slips seatChips seatRounds wagering bonusDays memberCount claimDays levelFrom newerThan".split(" ");
/** What may be left empty. */
const optional = ["dayMax", "minimum", "levelFrom", "newerThan"] as const;

/** What a line must be where it cannot be read as it is typed. */
export function unreadOf(typed: Typed, name: keyof Typed): "amount" | "count" | "code" | "prizes" | "time" | undefined {
  const text = String(typed[name]);
  if (text === "" && optional.some((one) => one === name)) return undefined;
  const isMoney = amounts.includes(name) || (name === "amount" && (typed.gives === "cash" || typed.gives === "bonus"));
  if (isMoney) return parseAmount(text) === undefined ? "amount" : undefined;
  if (name === "amount" || counts.includes(name)) return whole(text) === undefined ? "count" : undefined;
  if (name === "code") return CODE.test(text) ? undefined : "code";
  if (name === "prizes") return readPrizes(text) === undefined ? "prizes" : undefined;
  return (name === "startsAt" || name === "endsAt") && fromField(text) === undefined ? "time" : undefined;
}

/** A rain as it is typed; undefined where one of its figures cannot be read. */
export function readRain({
  slips,
  slipMinimum,
  slipMaximum,
}: Pick<Typed, "slips" | "slipMinimum" | "slipMaximum">): Extract<Trigger, { on: "rain" }> | undefined {
  const [count, minimum, maximum] = [whole(slips), parseAmount(slipMinimum), parseAmount(slipMaximum)];
  return count === undefined || count < 1 || minimum === undefined || maximum === undefined ? undefined : { on: "rain", slips: count, minimum, maximum };
}

function readSeat({ seatGame: gameCode, seatChips, seatRounds }: Typed): SeatTerms | undefined {
  const [chips, rounds] = [whole(seatChips), whole(seatRounds)];
  return chips === undefined || rounds === undefined ? undefined : { gameCode, chips, rounds };
}

function readRanked(typed: Typed, categories: GameCategory[]): Trigger | undefined {
  if (typed.measure === "valid") return { on: "ranked", categories };
  const seat = readSeat(typed);
  return seat && { on: "ranked", categories: [], seat };
}

function readTrigger(typed: Typed): Trigger | undefined {
  const { on, target, days, most, category } = typed;
  const minor = parseAmount(target);
  const categories = category === "" ? [] : [category];
  if (on === "rain") return readRain(typed);
  if (on === "registered" || on === "applied" || on === "deposited") return { on };
  if (on === "ranked") return readRanked(typed, categories);
  if (on === "visited") return whole(days) === undefined ? undefined : { on, days: whole(days)! };
  if (minor === undefined) return undefined;
  if (on === "played") return { on, target: minor, categories };
  return whole(most) === undefined ? undefined : { on, target: minor, most: whole(most)!, categories };
}

function readBonusBets({ amount, betStake, bonusDays }: Typed): Gift | undefined {
  const [count, days, stake] = [whole(amount), whole(bonusDays), parseAmount(betStake)];
  return count === undefined || days === undefined || stake === undefined ? undefined : { gives: "bonusBet", count, stake, days };
}

function readGift(typed: Typed): Gift | undefined {
  const { gives, amount, wagering, bonusDays, raffle } = typed;
  const [minor, count] = [parseAmount(amount), whole(amount)];
  if (gives === "bonusBet") return readBonusBets(typed);
  if (gives === "points") return count === undefined ? undefined : { gives, points: count };
  if (gives === "egg") return count === undefined ? undefined : { gives, count };
  if (gives === "ticket") return count === undefined || raffle === "" ? undefined : { gives, raffle: raffle.toUpperCase(), count };
  if (minor === undefined) return undefined;
  if (gives === "cash") return { gives, amount: minor };
  const [times, days] = [whole(wagering), whole(bonusDays)];
  return times === undefined || days === undefined ? undefined : { gives, amount: minor, wagering: times, days };
}

function readConditions(typed: Typed): Condition[] | undefined {
  const { verified, levelFrom, newerThan, minimum, on } = typed;
  const names = on === "deposited" ? (["levelFrom", "newerThan", "minimum"] as const) : (["levelFrom", "newerThan"] as const);
  // What cannot be read was not left out.
  if (names.some((name) => unreadOf(typed, name) !== undefined)) return undefined;
  const [from, days, least] = [whole(levelFrom), whole(newerThan), parseAmount(minimum)];
  return [
    ...(from === undefined ? [] : [{ is: "level" as const, from, to: 20 }]),
    ...(verified ? [{ is: "verified" as const }] : []),
    ...(days === undefined ? [] : [{ is: "accountAge" as const, days, atLeast: false }]),
    ...(on !== "deposited" || least === undefined ? [] : [{ is: "amount" as const, minimum: least }]),
  ];
}

/** What is sent, once everything can be read; undefined while something is wanting. */
export function readTyped(typed: Typed): Saved | undefined {
  const [placed, given] = [isPlaced(typed.on), isGiven(typed.on)];
  const [trigger, prizes] = [readTrigger(typed), placed ? readPrizes(typed.prizes) : []];
  const gift = given ? readGift(typed) : null;
  const [budget, startsAt, endsAt] = [parseAmount(typed.budget), fromField(typed.startsAt), fromField(typed.endsAt)];
  const [memberCount, claimDays, conditions] = [whole(typed.memberCount), whole(typed.claimDays), readConditions(typed)];
  const dayMax = typed.dayMax === "" || typed.on === "rain" ? null : parseAmount(typed.dayMax);
  if (trigger === undefined || gift === undefined || prizes === undefined || budget === undefined || startsAt === undefined || endsAt === undefined)
    return undefined;
  if (memberCount === undefined || claimDays === undefined || conditions === undefined || dayMax === undefined || !CODE.test(typed.code)) return undefined;
  const { code, tab, pictureId, words, clearance, permit, reviewed, again } = typed;
  const rule: Rule = {
    trigger,
    gift,
    prizes,
    memberCount,
    claimDays,
    dayMax,
    conditions,
    period: isOnce(typed.on) ? "once" : typed.period,
    reviewed: !isOnce(typed.on) && reviewed,
    again,
  };
  return { code, tab, pictureId, words, clearance, permit, startsAt, endsAt, budget, rule };
}

export const triggerChoices = triggerNames;
export const categoryChoices = gameCategories;
