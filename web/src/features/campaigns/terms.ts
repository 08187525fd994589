import type { CampaignCard } from "@laro/contract/campaigns";
import type { Condition, Gift, Rule, SeatTerms, Trigger } from "@laro/contract/core/campaignRules";
import { formatAmount } from "@laro/contract/core/money";
import type { Translator } from "@laro/locales/t";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";

/** What was found of the member for a condition. */
function foundOf(t: Translator, one: Condition, value: string): string {
  switch (one.is) {
    case "level":
      return t("campaigns.found.level", { level: value });
    case "verified":
      return t(value === "true" ? "campaigns.found.verified" : "campaigns.found.unverified");
    case "accountAge":
      return t("campaigns.found.age", { days: Number(value) });
    case "amount":
      return t("campaigns.found.later");
  }
}

const seated = (t: Translator, { chips, rounds, gameCode: game }: SeatTerms): string =>
  t("campaigns.do.seated", { chips: groupThousands(String(chips)), rounds, game });

/** Money, and what a member does for a campaign. */
function useTasks() {
  const t = useT();
  const symbol = useCurrencySymbol();
  const { verifiedOnly } = usePermission().jurisdiction;
  const money = (minor: bigint): string => `${symbol}${groupThousands(formatAmount(minor))}`;
  const gamesOf = (categories: readonly string[]): string =>
    categories.length === 0 ? t("campaigns.allGames") : categories.map((type) => t("games.type", { type })).join(", ");
  const task = (trigger: Trigger, reviewed: boolean): string => {
    switch (trigger.on) {
      case "registered":
        return t(verifiedOnly ? "campaigns.do.verifiedNewcomer" : "campaigns.do.registered");
      case "applied":
        return t(reviewed ? "campaigns.do.reviewed" : "campaigns.do.applied");
      case "played":
        return t("campaigns.do.played", { amount: money(trigger.target), games: gamesOf(trigger.categories) });
      case "visited":
        return t("campaigns.do.visited", { days: trigger.days });
      case "deposited":
        return t("campaigns.do.deposited");
      case "ranked":
        return trigger.seat === undefined ? t("campaigns.do.ranked", { games: gamesOf(trigger.categories) }) : seated(t, trigger.seat);
      case "drawn":
        return t("campaigns.do.drawn", { amount: money(trigger.target), most: trigger.most, games: gamesOf(trigger.categories) });
      case "rain":
        return t("campaigns.do.rain", { count: trigger.slips });
    }
  };
  return { money, task };
}

/** What a rule says, as sentences made from it: nobody types them, so they cannot lie. */
export function useTerms() {
  const t = useT();
  const { money, task } = useTasks();
  const gain = (gift: Gift): string => {
    switch (gift.gives) {
      case "cash":
        return t("campaigns.get.cash", { amount: money(gift.amount) });
      case "points":
        return t("campaigns.get.points", { count: gift.points });
      case "bonus":
        return t("campaigns.get.bonus", { amount: money(gift.amount), wagering: gift.wagering, days: gift.days });
      case "ticket":
        return t("campaigns.get.ticket", { count: gift.count, raffle: gift.raffle });
      case "bonusBet":
        return t("campaigns.get.bonusBet", { count: gift.count, stake: money(gift.stake), days: gift.days });
      case "egg":
        return t("campaigns.get.egg", { count: gift.count });
    }
  };
  const condition = (one: Condition): string => {
    switch (one.is) {
      case "level":
        return t("campaigns.if.level", { from: one.from, to: one.to });
      case "verified":
        return t("campaigns.if.verified");
      case "accountAge":
        return t(one.atLeast ? "campaigns.if.older" : "campaigns.if.newer", { days: one.days });
      case "amount":
        return t("campaigns.if.amount", { amount: money(one.minimum) });
    }
  };
  const found = (one: Condition, value: string): string => foundOf(t, one, value);
  const prizes = (rule: Pick<Rule, "prizes">): readonly string[] => {
    let place = 1;
    return rule.prizes.map(({ count, gift }) => {
      const from = place;
      place += count;
      return count === 1 ? t("campaigns.prize", { place: from, gain: gain(gift) }) : t("campaigns.prizes", { from, to: place - 1, gain: gain(gift) });
    });
  };
  /** All that a rule gives. */
  const gains = ({ trigger, gift, ...rule }: Pick<Rule, "trigger" | "gift" | "prizes">): readonly string[] => {
    if (trigger.on === "rain") return [t("campaigns.get.rain", { minimum: money(trigger.minimum), maximum: money(trigger.maximum) })];
    return gift === null ? prizes(rule) : [gain(gift)];
  };
  return { money, task, gain, gains, condition, found, prizes };
}

/** How far a member came, as a bar and as text: money where play counts, else a number. */
export function useProgress({ progress, target, trigger }: Pick<CampaignCard, "progress" | "target" | "trigger">) {
  const { money } = useTerms();
  if (progress === null) return undefined;
  const isMoney = trigger.on === "played" || trigger.on === "ranked" || trigger.on === "drawn";
  const write = (value: string): string => (isMoney ? money(BigInt(value)) : value);
  return { value: Number(progress), max: Number(target ?? progress), text: target === null ? write(progress) : `${write(progress)} / ${write(target)}` };
}
