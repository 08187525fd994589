import type { Flag, FlagGroup, FlagName, FlagNames } from "@laro/contract/site";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import type { Config } from "../../platform/config.ts";
import type { JurisdictionPack } from "./packs.ts";

/** The whitelabel tree as the brand ships it. */
const tree: { [Group in FlagGroup]: Record<FlagNames[Group], boolean> } = {
  registration: { usernameRegister: true, mobileRegister: false, smsVerification: false },
  login: {
    forcedPasswordChange: true,
    passwordExpiry: false,
    mobileCodeLogin: false,
    phonePasswordReset: false,
    emailPasswordReset: true,
    freePlay: false,
    passkeys: false,
  },
  verification: { mandatoryKyc: false },
  cashier: { bankTransfer: true, depositBonuses: true, memberTransfers: true },
  site: { banners: true, pointsSystem: true, vip: true, referral: true, rebates: true, eggs: true },
  agents: { agentPolicy: true, contractDividend: true, dailySalary: true, hourlySalary: true, realTimeSalary: true },
};

/** What operators switched away from the brand's own values. */
export type FlagChanges = Readonly<Record<string, boolean>>;

const shipped: Readonly<Record<string, boolean>> = Object.assign({}, ...Object.values(tree));

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(shipped, name);

/** Whether a feature is on: the operator's word, else the brand's. */
export const readFlag = (changes: FlagChanges, name: FlagName): boolean => changes[name] ?? shipped[name] === true;

/** The switch of each kind of contract between agents. */
export const contractFlags = {
  dividend: "contractDividend",
  daily: "dailySalary",
  hourly: "hourlySalary",
  realTime: "realTimeSalary",
} as const satisfies Record<ContractKind, FlagName>;

/** What a market is asked for its switches. */
export type FlagRules = { readonly agents: Pick<JurisdictionPack["agents"], "kinds"> };

/** The switches a market leaves no choice about: off whatever anyone says. */
export const flagsClosedByPack = ({ agents: { kinds } }: FlagRules): readonly FlagName[] =>
  (Object.keys(contractFlags) as ContractKind[]).filter((kind) => !kinds.includes(kind)).map((kind) => contractFlags[kind]);

/** The tree with the operator's changes, as the permission response carries it. */
export const buildFlagTree = (changes: FlagChanges, closed: readonly FlagName[]): Flag[] =>
  Object.entries(tree).map(([group, flags]) => ({
    modId: group,
    enabled: true,
    childrenNodes: Object.keys(flags).map((modId) => ({
      modId,
      enabled: !closed.includes(modId as FlagName) && readFlag(changes, modId as FlagName),
      childrenNodes: [],
    })),
  }));

/** The way out that a feature cannot do without: text messages or e-mail. */
const ports: { readonly [Name in FlagName]?: Port } = {
  smsVerification: "sms",
  mobileCodeLogin: "sms",
  phonePasswordReset: "sms",
  emailPasswordReset: "email",
};

export type Port = "sms" | "email";

/** What a process has of the ways out. */
export type Ways = Pick<Config, "production" | "sms" | "smtpUrl">;

/** The way out a feature lacks: in production it needs a provider, elsewhere the outbox stands in. */
export function missingPort({ production, sms, smtpUrl }: Ways, name: FlagName): Port | undefined {
  const port = ports[name];
  const isThere = !production || port === undefined || (port === "sms" ? sms : smtpUrl) !== undefined;
  return isThere ? undefined : port;
}

/** The switches that cannot be turned on for want of a way out. */
export const flagsWithoutPort = (ways: Ways): { modId: FlagName; port: Port }[] =>
  Object.keys(shipped).flatMap((modId) => {
    const port = isFlagName(modId) ? missingPort(ways, modId) : undefined;
    return port === undefined ? [] : [{ modId: modId as FlagName, port }];
  });
