import type { FlagGroup, FlagName } from "@laro/contract/site";
import type { Key } from "../../api/language.ts";

/** What staff call each node of the whitelabel tree. */
export const flagWords: Record<FlagGroup | FlagName, Key> = {
  registration: "settings.groupRegistration",
  login: "settings.groupLogin",
  verification: "settings.groupVerification",
  cashier: "settings.groupCashier",
  site: "settings.groupSite",
  agents: "settings.groupAgents",
  usernameRegister: "settings.usernameRegister",
  mobileRegister: "settings.mobileRegister",
  smsVerification: "settings.smsVerification",
  forcedPasswordChange: "settings.forcedPasswordChange",
  passwordExpiry: "settings.passwordExpiry",
  mobileCodeLogin: "settings.mobileCodeLogin",
  phonePasswordReset: "settings.phonePasswordReset",
  emailPasswordReset: "settings.emailPasswordReset",
  freePlay: "settings.freePlay",
  passkeys: "settings.passkeys",
  mandatoryKyc: "settings.mandatoryKyc",
  bankTransfer: "settings.bankTransfer",
  depositBonuses: "settings.depositBonuses",
  memberTransfers: "settings.memberTransfers",
  banners: "settings.banners",
  pointsSystem: "settings.pointsSystem",
  vip: "settings.vip",
  agentPolicy: "settings.agentPolicy",
  contractDividend: "settings.contractDividend",
  dailySalary: "settings.dailySalary",
  hourlySalary: "settings.hourlySalary",
  realTimeSalary: "settings.realTimeSalary",
};
