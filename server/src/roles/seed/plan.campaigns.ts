import type { campaigns } from "@laro/contract/campaigns";
import type { Rule } from "@laro/contract/core/campaignRules";
import type { InputOf } from "@laro/contract/core/endpoint";
import { DAY_MS } from "./plan.ts";

type Draft = Omit<InputOf<(typeof campaigns)["save"]>, "madeAt" | "reason">;

interface Planned extends Pick<Draft, "code" | "tab" | "words" | "budget"> {
  /** When it was written, and from when to when it runs, from the end of the demo's month. */
  readonly madeMs: number;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly rule: Partial<Rule> & Pick<Rule, "trigger">;
  readonly becomes: "draft" | "submitted" | "published" | "paused" | "stopped";
  /** Members of the demo who are in it, and those who wait for an officer. */
  readonly joins?: readonly string[];
  readonly applies?: readonly string[];
  /** Members who open an envelope of a rain, at the end of the demo's month. */
  readonly opens?: readonly string[];
  /** Of those who are in it, who took what they reached. */
  readonly claims?: readonly string[];
  /** Members who have a seat of a tournament. */
  readonly seats?: readonly string[];
}

const MINUTE_MS = 60_000;

const words = (en: readonly [title: string, summary: string], tl: readonly [title: string, summary: string]) => ({
  EN: { title: en[0], summary: en[1], text: "" },
  TY: { title: tl[0], summary: tl[1], text: "" },
});

const cash = (amount: bigint) => ({ gives: "cash", amount }) as const;

/** A campaign in every state, missions, a board, a tournament and a raffle: for the demo. */
export const plannedCampaigns: readonly Planned[] = [
  {
    code: "OLDFIESTA",
    tab: "games",
    becomes: "published",
    madeMs: -6 * DAY_MS,
    startsMs: -6 * DAY_MS,
    endsMs: -DAY_MS,
    budget: 50000n,
    words: words(["Old fiesta", "It is over"], ["Nakaraang pista", "Tapos na ito"]),
    rule: {
      trigger: { on: "applied" },
      gift: cash(2000n),
    },
  },
  {
    code: "ANGPAO1",
    tab: "games",
    becomes: "published",
    madeMs: -DAY_MS,
    startsMs: -2 * MINUTE_MS,
    endsMs: 1_000,
    budget: 40000n,
    opens: ["demoplayer", "demobayani"],
    words: words(["First red envelopes", "A small rain to begin with"], ["Unang ang pao", "Munting ulan bilang simula"]),
    rule: { trigger: { on: "rain", slips: 12, minimum: 500n, maximum: 8000n } },
  },
  {
    code: "ANGPAO2",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: 2 * DAY_MS,
    endsMs: 2 * DAY_MS + 10 * MINUTE_MS,
    budget: 500000n,
    words: words(["Red envelope rain", "₱5,000 in 500 envelopes, for ten minutes"], ["Ulan ng ang pao", "₱5,000 sa 500 ang pao, sa loob ng sampung minuto"]),
    rule: { trigger: { on: "rain", slips: 500, minimum: 200n, maximum: 10000n } },
  },
  {
    code: "WELCOME20",
    tab: "newMembers",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 2000000n,
    words: words(["A first hello", "₱20 of play money for who joins"], ["Unang kumusta", "₱20 na play money sa sasali"]),
    rule: {
      trigger: { on: "applied" },
      gift: cash(2000n),
    },
  },
  {
    code: "REGISTER",
    tab: "newMembers",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 90 * DAY_MS,
    budget: 5000000n,
    words: words(["Welcome to the fiesta", "A ₱50.00 bonus for who registers"], ["Maligayang pagdating sa pista", "₱50.00 na bonus sa magrerehistro"]),
    rule: {
      trigger: { on: "registered" },
      gift: {
        gives: "bonus",
        amount: 5000n,
        wagering: 5,
        days: 14,
      },
    },
  },
  {
    code: "SHOWWIN",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 1000000n,
    applies: ["demoplayer"],
    words: words(
      ["Show your best round", "Hand in a picture; an officer looks at it"],
      ["Ipakita ang pinakamagandang round", "Magpasa ng larawan; susuriin ng officer"],
    ),
    rule: {
      trigger: { on: "applied" },
      gift: {
        gives: "points",
        points: 200,
      },
      reviewed: true,
      again: true,
    },
  },
  {
    code: "WEEKLY500",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 60 * DAY_MS,
    budget: 5000000n,
    joins: ["demoplayer"],
    words: words(["Weekly mission", "₱500 of valid bets in a week"], ["Lingguhang mission", "₱500 na valid bet sa isang linggo"]),
    rule: {
      trigger: {
        on: "played",
        target: 50000n,
        categories: [],
      },
      gift: cash(1000n),
      period: "week",
      memberCount: 10,
    },
  },
  {
    code: "COMEBY3",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 60 * DAY_MS,
    budget: 500000n,
    joins: ["demoplayer"],
    words: words(["Come by", "Three days of a month, in a row or not"], ["Bumisita", "Tatlong araw sa isang buwan, magkasunod man o hindi"]),
    rule: {
      trigger: {
        on: "visited",
        days: 3,
      },
      gift: {
        gives: "points",
        points: 50,
      },
      period: "month",
      memberCount: 12,
    },
  },
  {
    code: "EGGHUNT",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 3000000n,
    joins: ["demoplayer"],
    claims: ["demoplayer"],
    words: words(["Egg hunt", "Three golden eggs for who joins"], ["Hanapan ng itlog", "Tatlong golden egg sa sasali"]),
    rule: {
      trigger: { on: "applied" },
      gift: { gives: "egg", count: 3 },
    },
  },
  {
    code: "TENTRIES",
    tab: "newMembers",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 2000000n,
    joins: ["demoplayer"],
    claims: ["demoplayer"],
    words: words(["Ten tries", "Ten bonus bets of ₱5.00 for who joins"], ["Sampung subok", "Sampung bonus bet na tig-₱5.00 sa sasali"]),
    rule: {
      trigger: { on: "applied" },
      gift: {
        gives: "bonusBet",
        count: 10,
        stake: 500n,
        days: 14,
      },
    },
  },
  {
    code: "VIPRELOAD",
    tab: "vip",
    becomes: "published",
    madeMs: 0,
    startsMs: 3 * DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 3000000n,
    words: words(["Silver reload", "For VIP 4 and higher"], ["Silver reload", "Para sa VIP 4 pataas"]),
    rule: {
      trigger: { on: "deposited" },
      gift: {
        gives: "bonus",
        amount: 10000n,
        wagering: 5,
        days: 14,
      },
      conditions: [
        {
          is: "level",
          from: 4,
          to: 20,
        },
        {
          is: "amount",
          minimum: 50000n,
        },
      ],
    },
  },
  {
    code: "STARS",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 7 * DAY_MS,
    budget: 200000n,
    joins: ["demoplayer"],
    words: words(["Week of stars", "The highest valid bets of the week"], ["Linggo ng mga bituin", "Ang pinakamataas na valid bet ng linggo"]),
    rule: {
      trigger: {
        on: "ranked",
        categories: [],
      },
      gift: null,
      prizes: [
        {
          count: 1,
          gift: cash(50000n),
        },
        {
          count: 2,
          gift: cash(25000n),
        },
        {
          count: 7,
          gift: cash(10000n),
        },
      ],
    },
  },
  {
    code: "CHIPS",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 14 * DAY_MS,
    budget: 200000n,
    seats: ["demobayani", "demoluna", "demotala", "demohiraya", "demomayumi", "demoligaya"],
    words: words(["Dice fiesta", "10,000 free chips, 200 rolls, prizes for ten"], ["Pista ng dice", "10,000 libreng chips, 200 roll, premyo para sa sampu"]),
    rule: {
      trigger: {
        on: "ranked",
        categories: [],
        seat: { gameCode: "DICE", chips: 10_000, rounds: 200 },
      },
      gift: null,
      prizes: [
        {
          count: 1,
          gift: cash(50000n),
        },
        {
          count: 9,
          gift: cash(5000n),
        },
      ],
    },
  },
  {
    code: "FIESTADRAW",
    tab: "games",
    becomes: "published",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 14 * DAY_MS,
    budget: 300000n,
    joins: ["demoplayer"],
    words: words(["Fiesta raffle", "A ticket for each ₱100 of valid bets"], ["Raffle ng pista", "Isang ticket sa bawat ₱100 na valid bet"]),
    rule: {
      trigger: {
        on: "drawn",
        target: 10000n,
        most: 50,
        categories: [],
      },
      gift: null,
      prizes: [
        {
          count: 1,
          gift: cash(100000n),
        },
        {
          count: 10,
          gift: cash(10000n),
        },
      ],
    },
  },
  {
    code: "RAINYDAY",
    tab: "deposit",
    becomes: "paused",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 500000n,
    words: words(["Rainy day", "For a deposit on a rainy day"], ["Araw ng ulan", "Para sa deposito sa maulang araw"]),
    rule: {
      trigger: { on: "deposited" },
      gift: {
        gives: "points",
        points: 100,
      },
    },
  },
  {
    code: "TOOKLONG",
    tab: "games",
    becomes: "stopped",
    madeMs: 0,
    startsMs: -DAY_MS,
    endsMs: 30 * DAY_MS,
    budget: 500000n,
    words: words(["Night owl", "It was stopped"], ["Gising sa gabi", "Itinigil ito"]),
    rule: {
      trigger: { on: "applied" },
      gift: {
        gives: "points",
        points: 10,
      },
    },
  },
  {
    code: "BIGFIESTA",
    tab: "games",
    becomes: "submitted",
    madeMs: 0,
    startsMs: 7 * DAY_MS,
    endsMs: 37 * DAY_MS,
    budget: 15000000n,
    words: words(["Big fiesta", "It waits for another officer"], ["Malaking pista", "Naghihintay ng ibang officer"]),
    rule: {
      trigger: { on: "applied" },
      gift: cash(5000n),
    },
  },
  {
    code: "HARVEST",
    tab: "games",
    becomes: "draft",
    madeMs: 0,
    startsMs: 10 * DAY_MS,
    endsMs: 40 * DAY_MS,
    budget: 500000n,
    words: words(["Harvest", "Still being written"], ["Anihan", "Isinusulat pa"]),
    rule: {
      trigger: { on: "applied" },
      gift: {
        gives: "points",
        points: 30,
      },
    },
  },
];
