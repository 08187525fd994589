import type { Key } from "../../api/language.ts";

/** What staff call each node of the whitelabel tree; a node without a word here is shown by its `modId`. */
export const flagWords: Partial<Record<string, Key>> = {
  registration: "settings.groupRegistration",
  login: "settings.groupLogin",
  verification: "settings.groupVerification",
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
  mandatoryKyc: "settings.mandatoryKyc",
  banners: "settings.banners",
  pointsSystem: "settings.pointsSystem",
  agentPolicy: "settings.agentPolicy",
  contractDividend: "settings.contractDividend",
  dailySalary: "settings.dailySalary",
  hourlySalary: "settings.hourlySalary",
  realTimeSalary: "settings.realTimeSalary",
};
