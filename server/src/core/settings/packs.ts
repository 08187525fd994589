import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { languages } from "@laro/contract/core/languages";
import type { methodKinds } from "@laro/contract/deposits";
import type { FeedbackType } from "@laro/contract/feedback";
import type { Permission } from "@laro/contract/site";

/** What differs by market. The server enforces it; the web only shows it. Legal figures are engineering defaults, not advice. */
export interface JurisdictionPack {
  readonly code: "sandbox" | "ph";
  readonly minimumAge: number;
  readonly timeZone: string;
  readonly playMoney: boolean;
  readonly helpline: string | null;
  /** Deposits, stakes and withdrawals wait for an approved identity. */
  readonly verifiedOnly: boolean;
  /** A selfie shows a paper with four digits of its day. */
  readonly selfieCode: boolean;
  /** From where money comes in, is staked or passed on (ISO 3166-1 alpha-2), and where one registers; undefined for everywhere. */
  readonly countries?: readonly string[];
  readonly closedGameTypes: readonly string[];
  /** Vendors' games can be tried without money, by visitors too. */
  readonly demoPlay: boolean;
  /** A newcomer declares apart to belong to none of the barred groups, and gives a full name. */
  readonly declaration: boolean;
  readonly deposit: {
    readonly methods: readonly DepositMethodRule[];
    /** Of all methods together, each calendar day. */
    readonly dailyMaximumMinor: bigint;
  };
  readonly withdrawal: WithdrawalRules;
  /** From this on, of all a member gets through officers' hands on one calendar day, two officers must approve. */
  readonly twoOfficersFromMinor: bigint;
  /** What single officers give on a calendar day to all members together; beyond it two must approve. */
  readonly aloneDayMinor: bigint;
  /** The most one round may win, and the most that may be staked on one, in minor units; the least from one round of a game to the next. Games and officers may be narrower. */
  readonly play: { readonly maxWinMinor: bigint; readonly stakeMaxMinor: bigint; readonly cycleMs: number };
  readonly protection: ProtectionRules;
  /** Money may be moved into wallets that vendors keep, whose stakes no limit of ours sees. */
  readonly transferWallets: boolean;
  /** Members may pass money up and down their own line. */
  readonly memberTransfers: boolean;
  readonly memberTransferDailyMinor: bigint;
  /** What an account receives from other members in a day while it is younger than 24 hours. */
  readonly memberTransferNewDailyMinor: bigint;
  readonly agents: AgentRules;
  /** Whose mobile numbers are taken (ISO 3166-1 alpha-2), the first the usual one. */
  readonly phoneCountries: readonly PhoneCountryCode[];
  /** What a text message costs about, and how much all of a day may cost. */
  readonly letters: { readonly smsMinor: bigint; readonly dailyMinor: bigint };
  /** Within how many minutes customer service promises a first answer, by the number of what it is about. */
  readonly feedback: { readonly firstAnswerMinutes: Readonly<Record<FeedbackType, number>> };
  readonly aml: { readonly reportingMinor: bigint; readonly dueWorkingDays: number };
  /** Goods are given under a permit whose number is kept. */
  readonly goodsPermit: boolean;
  /** What one officer gives alone in free rounds on a calendar day, counted by their stakes: to one member, and what single officers give to all. */
  readonly freeRounds: { readonly aloneMemberMinor: bigint; readonly aloneDayMinor: bigint };
  readonly rewards: RewardRules;
}

/** What bounds campaigns. */
export interface RewardRules {
  /** From this budget on another officer publishes. */
  readonly twoOfficersFromMinor: bigint;
  /** The most all missions of a member together ask to be staked on a day. */
  readonly missionStakeDayMinor: bigint;
  /** Public campaigns need the number of an advertisement's clearance, raffles that of a permit. */
  readonly clearanceNumber: boolean;
  readonly permitForRaffle: boolean;
}

export interface AgentRules {
  /** Which account types may be agents here. */
  readonly types: readonly number[];
  /** The deepest level of the tree, members included. */
  readonly depthMax: number;
  readonly kinds: readonly ContractKind[];
  readonly periods: readonly ContractPeriod[];
  /** Whether bets of those who lost may earn more. */
  readonly lossRates: boolean;
  /** How many officers approve a run before it is paid. */
  readonly approvals: Readonly<Record<ContractKind, 0 | 1 | 2>>;
  /** Agents may open accounts for others. */
  readonly opensAccounts: boolean;
  /** Agents see names of direct downlines and the rounds of direct members; else an alias and sums of days. */
  readonly seesNames: boolean;
  /** Agents write letters in their own words to every direct downline; else approved texts to the agents among them. */
  readonly writesLetters: boolean;
  /** The first pay of an agent who is not verified is held. */
  readonly paysVerifiedOnly: boolean;
  /** Only accredited agents link, agree contracts and are paid. */
  readonly accreditedOnly: boolean;
}

export type PhoneCountryCode = "PH" | "AU" | "GB" | "HK" | "ID" | "JP" | "KR" | "MY" | "SG" | "TH" | "TW" | "VN";

export interface DepositMethodRule {
  readonly code: string;
  readonly name: string;
  readonly kind: (typeof methodKinds)[number];
  readonly minimumMinor: bigint;
  readonly maximumMinor: bigint;
  readonly dailyMaximumMinor: bigint;
  /** How long it can be paid. */
  readonly minutes: number;
}

export interface WithdrawalRules {
  readonly minimumMinor: bigint;
  readonly maximumMinor: bigint;
  readonly dailyMaximumMinor: bigint;
  readonly dailyCount: number;
  readonly freePerDay: number;
  /** What each withdrawal costs past the free ones of a day. */
  readonly feeMinor: bigint;
  /** A member's silence counts as receipt after this; a reminder is sent half-way. */
  readonly autoReceiptMinutes: number;
  readonly caseDays: number;
}

export interface ProtectionRules {
  /** Codes such as "24h", "7d", "6m", "1y". */
  readonly timeouts: readonly string[];
  readonly exclusions: readonly string[];
  /** An exclusion cannot be ended before this, however long it is. */
  readonly firm: string;
  readonly realityMinutes: number;
  readonly realityChoices: readonly number[];
}

/** The five groups the regulator's notice bars (specification, section 1). */
export const barredGroups = ["officials", "forces", "underage", "restricted", "licensees"] as const;

const shared = {
  minimumAge: 21,
  timeZone: "Asia/Manila",
  deposit: {
    methods: [
      { code: "QRPH", name: "QR Ph", kind: "qr", minimumMinor: 100_00n, maximumMinor: 50_000_00n, dailyMaximumMinor: 200_000_00n, minutes: 15 },
      { code: "GCASH", name: "GCash", kind: "checkout", minimumMinor: 100_00n, maximumMinor: 50_000_00n, dailyMaximumMinor: 100_000_00n, minutes: 30 },
      { code: "MAYA", name: "Maya", kind: "checkout", minimumMinor: 100_00n, maximumMinor: 50_000_00n, dailyMaximumMinor: 100_000_00n, minutes: 30 },
      { code: "BANK", name: "Online banking", kind: "checkout", minimumMinor: 500_00n, maximumMinor: 200_000_00n, dailyMaximumMinor: 500_000_00n, minutes: 30 },
      {
        code: "TRANSFER",
        name: "Bank transfer",
        kind: "transfer",
        minimumMinor: 500_00n,
        maximumMinor: 500_000_00n,
        dailyMaximumMinor: 1_000_000_00n,
        minutes: 1_440,
      },
    ],
    dailyMaximumMinor: 1_000_000_00n,
  },
  withdrawal: {
    minimumMinor: 200_00n,
    maximumMinor: 100_000_00n,
    dailyMaximumMinor: 300_000_00n,
    dailyCount: 10,
    freePerDay: 3,
    feeMinor: 15_00n,
    autoReceiptMinutes: 30,
    caseDays: 30,
  },
  twoOfficersFromMinor: 50_000_00n,
  aloneDayMinor: 500_000_00n,
  play: { maxWinMinor: 2_000_000_00n, stakeMaxMinor: 100_000_00n, cycleMs: 0 },
  protection: {
    timeouts: ["24h", "7d", "30d"],
    exclusions: ["6m", "1y", "5y"],
    firm: "6m",
    realityMinutes: 60,
    realityChoices: [15, 30, 60, 120],
  },
  memberTransferDailyMinor: 50_000_00n,
  memberTransferNewDailyMinor: 5_000_00n,
  letters: { smsMinor: 60n, dailyMinor: 5_000_00n },
  // Deposits and withdrawals 30 minutes, games 2 hours, anything else 8 hours.
  feedback: { firstAnswerMinutes: { 1: 30, 2: 30, 3: 120, 4: 480, 6: 480, 0: 480 } },
  // Republic Act 10927: casino cash transactions above PHP 5,000,000.00 in a gaming day are reported within five working days.
  aml: { reportingMinor: 5_000_000_00n, dueWorkingDays: 5 },
  freeRounds: { aloneMemberMinor: 1_000_00n, aloneDayMinor: 20_000_00n },
} as const;

const rewards = { twoOfficersFromMinor: 100_000_00n, missionStakeDayMinor: 20_000_00n } as const;

export const packs = {
  sandbox: {
    ...shared,
    code: "sandbox",
    playMoney: true,
    helpline: null,
    verifiedOnly: false,
    selfieCode: false,
    closedGameTypes: [],
    demoPlay: true,
    transferWallets: true,
    declaration: false,
    goodsPermit: false,
    memberTransfers: true,
    rewards: { ...rewards, clearanceNumber: false, permitForRaffle: false },
    agents: {
      types: [1, 2, 41, 42],
      depthMax: 12,
      kinds: ["dividend", "daily", "hourly", "realTime"],
      periods: ["D", "W", "S", "M", "H"],
      lossRates: true,
      approvals: { dividend: 1, daily: 0, hourly: 0, realTime: 0 },
      opensAccounts: true,
      seesNames: true,
      writesLetters: true,
      paysVerifiedOnly: false,
      accreditedOnly: false,
    },
    phoneCountries: ["PH", "AU", "GB", "HK", "ID", "JP", "KR", "MY", "SG", "TH", "TW", "VN"],
  },
  // Online cockfighting is suspended by Executive Order 9 of 2022.
  ph: {
    ...shared,
    code: "ph",
    // The UK Gambling Commission asks it of slots alone (RTS 14); here every game that one member plays at their own pace keeps it.
    play: { ...shared.play, cycleMs: 2_500 },
    playMoney: false,
    helpline: "1553",
    verifiedOnly: true,
    selfieCode: true,
    countries: ["PH"],
    closedGameTypes: ["COCKFIGHT"],
    demoPlay: false,
    transferWallets: false,
    declaration: true,
    goodsPermit: true,
    memberTransfers: false,
    rewards: { ...rewards, clearanceNumber: true, permitForRaffle: true },
    agents: {
      types: [41, 42],
      depthMax: 3,
      kinds: ["dividend"],
      periods: ["M"],
      lossRates: false,
      approvals: { dividend: 2, daily: 2, hourly: 2, realTime: 2 },
      opensAccounts: false,
      seesNames: false,
      writesLetters: false,
      paysVerifiedOnly: true,
      // The framework of April 2025 for providers of marketing.
      accreditedOnly: true,
    },
    phoneCountries: ["PH"],
  },
} as const satisfies Record<string, JurisdictionPack>;

/** Who the operator is to the player. */
export interface BrandPack {
  readonly name: string;
  readonly merchantCode: string;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly lotteryType: string;
  readonly mainDomain: string;
  readonly domainRoute: string;
  readonly customerService: Omit<Permission["customerService"], "email">;
  /** What stands for the operator's address in the sandbox. */
  readonly demoEmail: string;
  readonly resources: Permission["resources"];
  /** The wallets in our books that mirror what lies at vendors with a wallet of their own; their rows say which of these vendors there are. */
  readonly walletVendors: readonly { readonly code: string; readonly name: string; readonly walletKind: number }[];
  /** What may be chosen with a deposit. */
  readonly bonuses: readonly BonusRule[];
  readonly referral: ReferralRules;
  /** What nobody may write in a chat, by language: whole words in small letters without marks. */
  readonly chatWords: Readonly<Record<string, readonly string[]>>;
  /** Where a VIP host may be written to besides pages of ours: whole addresses, for at a messenger each path is another person. */
  readonly hostLinks: readonly string[];
  /** What contracts of agents leave of valid bets for rebates of players, in thousandths of a percent: none, as rebates take only what contracts leave (`features/rebates`). */
  readonly playerRebateMost: number;
  /** From which valid bet on a member counts as active, of an hour, of a day, and of a longer period in sum. Each day keeps the figure it was opened with. */
  readonly activeMinimum: { readonly hourMinor: bigint; readonly dayMinor: bigint; readonly periodMinor: bigint };
  /** Where bank transfers go; none closes the method. */
  readonly receivingAccount: { readonly bank: string; readonly holder: string; readonly number: string } | null;
}

/** What members get for friends who register by their code; each reward is a bonus. */
export interface ReferralRules {
  /** For a friend's first deposit of at least so much. */
  readonly deposit: { readonly minimumMinor: bigint; readonly rewardMinor: bigint };
  /** For valid bets of so much within `days` of registering. */
  readonly play: { readonly validMinor: bigint; readonly rewardMinor: bigint };
  readonly days: number;
  /** How many rewards one member gets in a calendar month, and what all of them may cost in it. */
  readonly monthMax: number;
  readonly monthBudgetMinor: bigint;
  readonly wagering: bigint;
  readonly rewardDays: number;
}

export interface BonusRule {
  readonly code: string;
  readonly name: string;
  readonly percent: number;
  readonly maximumMinor: bigint;
  readonly minimumDepositMinor: bigint;
  /** How many times the bonus must be staked. */
  readonly wagering: number;
  readonly days: number;
  readonly firstDepositOnly: boolean;
}

export const brand: BrandPack = {
  name: "Laro",
  merchantCode: "laro",
  currency: "PHP",
  currencySymbol: "₱",
  languages,
  defaultLanguage: "EN",
  lotteryType: "SEA",
  mainDomain: "localhost",
  domainRoute: "/",
  customerService: { url: "/help#contact", label: "Customer service" },
  demoEmail: "help@laro.example",
  resources: [
    { type: "Android", labelNameEn: "Android app", url: "/" },
    { type: "SOCIALMEDIA", labelNameEn: "Community", url: "/help" },
  ],
  walletVendors: [
    { code: "AG", name: "Asia Gaming", walletKind: 101 },
    { code: "BBIN", name: "BBIN", walletKind: 102 },
    { code: "CQ9", name: "CQ9", walletKind: 103 },
  ],
  bonuses: [
    {
      code: "FIRST100",
      name: "First deposit 100%",
      percent: 100,
      maximumMinor: 1_000_00n,
      minimumDepositMinor: 500_00n,
      wagering: 10,
      days: 30,
      firstDepositOnly: true,
    },
    { code: "RELOAD10", name: "Reload 10%", percent: 10, maximumMinor: 500_00n, minimumDepositMinor: 500_00n, wagering: 5, days: 14, firstDepositOnly: false },
  ],
  referral: {
    deposit: { minimumMinor: 500_00n, rewardMinor: 100_00n },
    play: { validMinor: 10_000_00n, rewardMinor: 200_00n },
    days: 60,
    monthMax: 20,
    monthBudgetMinor: 200_000_00n,
    wagering: 1n,
    rewardDays: 30,
  },
  chatWords: {
    EN: ["fuck", "fucking", "shit", "bitch", "cunt", "asshole", "nigger", "faggot", "whore", "slut", "rape", "telegram", "whatsapp", "viber", "gcash", "loan"],
    TY: ["putangina", "tangina", "puta", "gago", "tarantado", "ulol", "kantot", "pokpok", "bobo", "tanga", "hindot", "pautang"],
  },
  hostLinks: ["https://m.me/demo"],
  playerRebateMost: 0,
  activeMinimum: { hourMinor: 20_00n, dayMinor: 100_00n, periodMinor: 1_000_00n },
  receivingAccount: { bank: "Demo Bank", holder: "Laro Demo Operations", number: "0000 1234 5678" },
};
