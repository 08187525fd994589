import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { registrationTypes } from "./core/registrationTypes.ts";
import { Flag, RegisterRule } from "./site.ts";
import { Moment } from "./core/ids.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** What operators set of the cashier; without a setting the pack's figure holds. */
export const Cashier = z.object({ autoReceiptMinutes: z.int() });

export const AUTO_RECEIPT_MINUTES_MIN = 5;
export const AUTO_RECEIPT_MINUTES_MAX = 1_440;

/** How many sessions a member may have open at once. */
export const Sessions = z.object({ perMember: z.int() });

export const SESSIONS_PER_MEMBER_MAX = 50;

export const SiteSettings = z.object({
  whitelabel: z.array(Flag),
  /** Switches of the tree whose feature does not exist yet: they are off and stay off. */
  notBuilt: z.array(z.string()),
  /** Switches that need a provider of text messages or e-mail, which this production has not: they are off and stay off. */
  portMissing: z.array(z.object({ modId: z.string(), port: z.enum(["sms", "email"]) })),
  maintenance: z.boolean(),
  regionRestriction: z.boolean(),
  cashier: Cashier,
  sessions: Sessions,
  registerRules: z.array(RegisterRule),
});

export const settings = contract("settings", {
  site: query({ for: "operator", personal: false, says: "The whitelabel tree and the site's status.", input: z.object({}), output: SiteSettings }),
  setFlag: command({
    for: "operator",
    says: "Switches one feature of the whitelabel tree, live.",
    input: z.object({ modId: compared(64), enabled: z.boolean(), reason: Reason }),
    output: SiteSettings,
    errors: ["settings.unknown_flag", "settings.not_built", "settings.port_missing"],
  }),
  setStatus: command({
    for: "operator",
    says: "Opens or closes the site for maintenance or by region, live.",
    /** `until`: when maintenance is said to end, where that is known. */
    input: z.object({ maintenance: z.boolean(), regionRestriction: z.boolean(), until: Moment.optional(), reason: Reason }),
    output: SiteSettings,
  }),
  setSessions: command({
    for: "operator",
    says: "Sets how many sessions a member may have open at once; who logs in beyond ends their oldest.",
    input: z.object({ perMember: z.int().min(1).max(SESSIONS_PER_MEMBER_MAX), reason: Reason }),
    output: SiteSettings,
  }),
  setCashier: command({
    for: "operator",
    says: "Sets after how many minutes a member's silence about a paid withdrawal counts as receipt; those already paid keep theirs.",
    input: z.object({ autoReceiptMinutes: z.int().min(AUTO_RECEIPT_MINUTES_MIN).max(AUTO_RECEIPT_MINUTES_MAX), reason: Reason }),
    output: SiteSettings,
  }),
  setRegisterRule: command({
    for: "operator",
    says: "Sets how one field of the registration is asked for and checked, from the next look on.",
    input: z.object({
      field: compared(64),
      enabled: z.boolean(),
      required: z.boolean(),
      patternId: z.int(),
      minLength: z.int().min(0),
      maxLength: z.int().min(0),
      types: z.array(z.enum(registrationTypes)).max(registrationTypes.length),
      reason: Reason,
    }),
    output: SiteSettings,
    errors: ["settings.unknown_field", "settings.rule_out_of_bounds"],
  }),
});
