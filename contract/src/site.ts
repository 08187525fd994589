import { z } from "zod";
import { contractKinds } from "./core/contractKinds.ts";
import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { providers } from "./core/providers.ts";
import { registrationTypes } from "./core/registrationTypes.ts";

/** A node of the whitelabel feature tree; operators switch nodes live. */
export type Flag = { modId: string; enabled: boolean; childrenNodes: Flag[] };
export const Flag: z.ZodType<Flag> = z.object({
  modId: z.string(),
  enabled: z.boolean(),
  get childrenNodes() {
    return z.array(Flag);
  },
});

/** The nodes an operator can switch, group by group; a site names a feature by one of these or does not compile. */
export interface FlagNames {
  registration: "usernameRegister" | "mobileRegister" | "smsVerification";
  login: "forcedPasswordChange" | "passwordExpiry" | "mobileCodeLogin" | "phonePasswordReset" | "emailPasswordReset" | "freePlay" | "passkeys";
  verification: "mandatoryKyc";
  cashier: "bankTransfer" | "depositBonuses" | "memberTransfers";
  site: "banners" | "pointsSystem" | "vip" | "referral" | "rebates" | "eggs";
  agents: "agentPolicy" | "contractDividend" | "dailySalary" | "hourlySalary" | "realTimeSalary";
}
export type FlagGroup = keyof FlagNames;
export type FlagName = FlagNames[FlagGroup];

/** How one registration field is checked; `*` as the pattern means any text. The server runs the same rules on submit. */
export const RegisterRule = z.object({
  field: z.string(),
  enabled: z.boolean(),
  required: z.boolean(),
  /** The pattern's expression, for whoever has not the list of `core/patterns.ts`; `patternId` decides. */
  acceptedPattern: z.string(),
  patternId: z.int(),
  minLength: z.int(),
  maxLength: z.int(),
  /** The ways to register in which the field is asked for. */
  types: z.array(z.enum(registrationTypes)),
});
export type RegisterRule = z.infer<typeof RegisterRule>;

export const Resource = z.object({ type: z.string(), labelNameEn: z.string(), url: z.string() });

/** 0 normal, 1 maintenance, 2 region-restricted; the web mounts one root view for each. */
export const SystemStatus = z.int();

/** The operator's jurisdiction as the web shows it; the server enforces it. */
export const Jurisdiction = z.object({
  code: z.string(),
  minimumAge: z.int(),
  timeZone: z.string(),
  playMoney: z.boolean(),
  helpline: z.string().nullable(),
  barredGroups: z.array(z.string()),
  /** Deposits, stakes and withdrawals wait for an approved identity. */
  verifiedOnly: z.boolean(),
  /** Members may pass money up and down their own line, where the feature is on. */
  memberTransfers: z.boolean(),
  /** Which kinds of contracts between agents there are here. */
  agentKinds: z.array(z.enum(contractKinds)),
  /** Who licenses the operator and under which number, as the footer states it; null where that is not named. */
  licence: z.string().nullable(),
});

export const DemoAccount = z.object({
  site: z.enum(["player", "agent", "console"]),
  name: z.string(),
  password: z.string(),
  what: z.string(),
  paymentPassword: z.string().optional(),
});

export const Permission = z.object({
  whitelabel: z.array(Flag),
  registerRules: z.array(RegisterRule),
  resources: z.array(Resource),
  domainRoute: z.string(),
  mainDomain: z.string(),
  /** Loaded only for a visitor who allowed it; null where the operator counts nobody. */
  analyticsId: z.string().nullable(),
  /** Where its script is. */
  analyticsUrl: z.string().nullable(),
  /** Where the entry leads, and the address to write to; null where the operator named none. */
  customerService: z.object({ url: z.string(), label: z.string(), email: z.string().nullable() }),
  /** Origins that hold copies of our pictures; a browser draws one. */
  imageCdnList: z.array(z.string()),
  /** The same for what vendors' games are made of. */
  launchCdnList: z.array(z.string()),
  location: z.object({ ip: z.string(), country: z.string().nullable() }),
  maintenance: z.boolean(),
  regionRestriction: z.boolean(),
  systemStatus: SystemStatus,
  merchantCode: z.string(),
  platform: z.literal("WEB"),
  lotteryType: z.string(),
  languages: z.array(z.string()),
  defaultLanguage: z.string(),
  currency: z.string(),
  currencySymbol: z.string(),
  jurisdiction: Jurisdiction,
  /** The server's clock, which seals are dated by: a caller's own may be wrong. */
  serverTime: Moment,
  /** The public key calls are sealed to, as a JWK. */
  sealKey: z.record(z.string(), z.string()),
  /** Who may sign people in for us: a button stands for each. */
  social: z.array(z.enum(providers)),
  /** Filled in the sandbox pack only. */
  demoAccounts: z.array(DemoAccount),
});
export type Permission = z.infer<typeof Permission>;

/** The navigation as codes: a path's own name, a game type, a studio or a section; what a site has no word for it leaves out. */
export const Menu = z.object({
  /** The top entries in their fixed order, without a category that nobody can play in. */
  top: z.array(z.string()),
  side: z.array(z.string()),
  /** The classes of the quick menu that have games. */
  quick: z.array(z.string()),
  /** The sections of the home page in the operator's order. */
  home: z.array(z.string()),
  /** There are so few games that one section of home shows them all. */
  few: z.boolean(),
  /** What a row of home shows beside its own list: those with too few games for a row, each by its game type. */
  joins: z.record(z.string(), z.array(z.string())),
  /** The codes of the studios named at the foot of each page. */
  footer: z.array(z.string()),
});
export type Menu = z.infer<typeof Menu>;

export const site = contract("site", {
  menu: query({
    for: "guest",
    says: "The navigation: what stands at the top, at the side, in the quick menu, on the home page and at the foot.",
    trial: true,
    unfinished: true,
    sharedForMs: 2_000,
    input: z.object({}),
    output: Menu,
  }),
  status: query({
    for: "guest",
    says: "Whether the site is open, and when it is said to open again.",
    trial: true,
    unfinished: true,
    sharedForMs: 2_000,
    input: z.object({}),
    output: z.object({ systemStatus: SystemStatus, until: Moment.nullable() }),
  }),
  domainRoute: query({
    for: "guest",
    says: "Where the site's paths begin, and its own domain.",
    trial: true,
    unfinished: true,
    sharedForMs: 2_000,
    input: z.object({}),
    output: z.object({ domainRoute: z.string(), mainDomain: z.string() }),
  }),
  permission: query({
    for: "guest",
    says: "Everything a site needs before it mounts: flags, rules, brand, status.",
    input: z.object({}),
    output: Permission,
    unfinished: true,
    trial: true,
  }),
});
