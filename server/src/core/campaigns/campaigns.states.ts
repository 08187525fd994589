import type { CampaignLabel, CampaignState } from "@laro/contract/campaigns";
import { refuse } from "@laro/contract/core/errors";

/** Where each label leads next, and to what (PROMO-08); the close of a campaign ends every one but what was claimed. */
export const labelMoves = {
  comingSoon: ["join"],
  join: ["applying", "signed", "claim", "close"],
  applying: ["process", "close"],
  process: ["signed", "claim", "rejected", "close"],
  rejected: ["applying", "close"],
  signed: ["claim", "join", "close"],
  claim: ["claimed", "close"],
  claimed: ["issued"],
  issued: ["join", "close"],
  close: [],
} as const satisfies Record<CampaignLabel, readonly CampaignLabel[]>;

export const participationStates = ["applying", "process", "rejected", "signed", "reached", "left", "over"] as const;
export type ParticipationState = (typeof participationStates)[number];

/** From where a participation gets to a state; every move asks for one of these. */
export const participationFrom = {
  applying: ["rejected", "left"],
  process: ["applying"],
  rejected: ["process"],
  signed: ["process", "left"],
  reached: ["signed"],
  left: ["applying", "signed"],
  over: ["applying", "process", "signed"],
} as const satisfies Record<ParticipationState, readonly ParticipationState[]>;

/** From where a reward gets to a state. */
export const rewardFrom = { claimed: ["open"], issued: ["claimed"], lapsed: ["open", "claimed"] } as const;

/** From where a campaign gets to a state; a draft of a new version changes none of it. */
export const campaignFrom = {
  draft: ["submitted"],
  submitted: ["draft"],
  published: ["draft", "submitted", "paused", "published"],
  paused: ["published"],
  stopped: ["published", "paused"],
} as const satisfies Record<CampaignState, readonly CampaignState[]>;

interface Standing {
  readonly state: CampaignState;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** In the period that runs, or one whose reward still waits. */
  readonly participation: ParticipationState | null;
  readonly reward: "open" | "claimed" | "issued" | "lapsed" | "refused" | null;
  readonly now: Date;
}

/** The one label of a campaign for whoever looks: what the clock, the participation and the reward say together. */
export function labelOf({ state, startsAt, endsAt, participation, reward, now }: Standing): CampaignLabel {
  if (reward === "claimed") return "claimed";
  if (reward === "open") return "claim";
  if (state === "stopped" || endsAt <= now) return "close";
  if (reward === "issued") return "issued";
  if (startsAt > now) return "comingSoon";
  switch (participation) {
    case "applying":
    case "process":
    case "rejected":
    case "signed":
      return participation;
    case "reached":
    case "over":
      return "close";
    default:
      return state === "published" ? "join" : "close";
  }
}

/** Refuses with `campaigns.not_open` whoever would join outside its time. */
export function checkOpen({ state, startsAt, endsAt, now }: Pick<Standing, "state" | "startsAt" | "endsAt" | "now">): void {
  if (state !== "published" || startsAt > now || endsAt <= now) refuse("campaigns.not_open");
}
