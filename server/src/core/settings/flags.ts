import type { Flag, FlagGroup, FlagName, FlagNames } from "@laro/contract/site";

/** The whitelabel tree as the brand ships it. */
const tree: { [Group in FlagGroup]: Record<FlagNames[Group], boolean> } = {
  registration: { usernameRegister: true, mobileRegister: false, smsVerification: false },
  login: { forcedPasswordChange: true, passwordExpiry: false, mobileCodeLogin: false, phonePasswordReset: false, emailPasswordReset: false, freePlay: false },
  verification: { mandatoryKyc: false },
  cashier: { bankTransfer: true, depositBonuses: true, memberTransfers: true },
  site: { banners: true, pointsSystem: false },
  agents: { agentPolicy: true, contractDividend: false, dailySalary: false, hourlySalary: false, realTimeSalary: false },
};

/** What operators switched away from the brand's own values. */
export type FlagChanges = Readonly<Record<string, boolean>>;

const shipped: Readonly<Record<string, boolean>> = Object.assign({}, ...Object.values(tree));

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(shipped, name);

/** Whether a feature is on: the operator's word, else the brand's. */
export const readFlag = (changes: FlagChanges, name: FlagName): boolean => changes[name] ?? shipped[name] ?? false;

/** The tree with the operator's changes, as the permission response carries it. */
export const buildFlagTree = (changes: FlagChanges): Flag[] =>
  Object.entries(tree).map(([group, flags]) => ({
    modId: group,
    enabled: true,
    childrenNodes: Object.keys(flags).map((modId) => ({ modId, enabled: readFlag(changes, modId as FlagName), childrenNodes: [] })),
  }));
