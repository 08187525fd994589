import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { registrationTypes } from "./core/registrationTypes.ts";
import { Flag, RegisterRule } from "./site.ts";
import { homeSections, switchable } from "./core/homeSections.ts";
import { Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** What operators set of the cashier; without a setting the pack's figure holds. */
export const Cashier = z.object({ autoReceiptMinutes: z.int() });

export const AUTO_RECEIPT_MINUTES_MIN = 5;
export const AUTO_RECEIPT_MINUTES_MAX = 1_440;

/** How many sessions a member may have open at once. */
export const Sessions = z.object({ perMember: z.int() });

export const SESSIONS_PER_MEMBER_MAX = 50;

const Status = z.object({ maintenance: z.boolean(), regionRestriction: z.boolean() });

export const SiteSettings = Status.extend({
  whitelabel: z.array(Flag),
  /** Switches of what the market does not allow: they are off and stay off. */
  packClosed: z.array(z.string()),
  /** Switches that need a provider of text messages or e-mail, which this production has not: they are off and stay off. */
  portMissing: z.array(z.object({ modId: z.string(), port: z.enum(["sms", "email"]) })),
  cashier: Cashier,
  sessions: Sessions,
  registerRules: z.array(RegisterRule),
});

/** What operators arranged: all sections of the home page in their order, and what is switched off in the navigation. */
export const MenuSetting = z.object({
  home: z.array(z.object({ section: z.enum(homeSections), isOn: z.boolean() })),
  off: z.array(z.enum(switchable)),
});
export type MenuSetting = z.infer<typeof MenuSetting>;

/** A version of it; the newest is in force. */
export const MenuVersion = MenuSetting.extend({
  no: z.int(),
  by: z.string(),
  reason: z.string(),
  at: Moment,
  /** The version that was taken up again with it, 0 for the site as shipped. */
  restored: z.int().nullable(),
});
export type MenuVersion = z.infer<typeof MenuVersion>;

/** `no` is the version in force, 0 while the site is as shipped. */
export const MenuInForce = MenuSetting.extend({ no: z.int(), isShipped: z.boolean() });

/** More than there are codes, so that a code too many is refused by its name. */
const CODES_MAX = 50;
const VERSIONS_MAX = 1_000_000_000;
const VersionNo = z.int().min(0).max(VERSIONS_MAX);

export const settings = contract("settings", {
  site: query({ for: "operator", personal: false, says: "The whitelabel tree and the site's status.", input: z.object({}), output: SiteSettings }),
  setFlag: command({
    for: "operator",
    says: "Switches one feature of the whitelabel tree, live.",
    input: z.object({ modId: compared(64), enabled: z.boolean(), reason: Reason }),
    output: SiteSettings,
    errors: ["settings.unknown_flag", "settings.pack_closed", "settings.port_missing"],
  }),
  setStatus: command({
    for: "operator",
    says: "Opens or closes the site for maintenance or by region, live. `seen` is how it stood when the officer looked.",
    /** `until`: when maintenance is said to end, where that is known. */
    input: Status.extend({ seen: Status, until: Moment.optional(), reason: Reason }),
    output: SiteSettings,
    errors: ["settings.changed"],
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
  menu: query({
    for: "operator",
    personal: false,
    says: "The order and the switches of the home page, and what is switched off in the navigation.",
    input: z.object({}),
    output: MenuInForce,
  }),
  menuVersions: query({
    for: "operator",
    personal: false,
    says: "Every version of the navigation and the home page, newest first: who made it and why.",
    input: PageInput,
    output: page(MenuVersion),
  }),
  setMenu: command({
    for: "operator",
    says: "Arranges the home page and the navigation, live; each section is named once. `no` is the version the officer saw.",
    input: z.object({
      no: VersionNo,
      home: z.array(z.object({ section: compared(32), isOn: z.boolean() })).max(CODES_MAX),
      off: z.array(compared(16)).max(CODES_MAX),
      reason: Reason,
    }),
    output: MenuInForce,
    errors: ["settings.menu_unknown", "settings.menu_twice", "settings.menu_missing", "settings.menu_fixed", "settings.menu_changed"],
  }),
  restoreMenu: command({
    for: "operator",
    says: "Takes an earlier version up again, as a new one; 0 is the site as shipped. `no` is the version the officer saw.",
    input: z.object({ no: VersionNo, restored: VersionNo, reason: Reason }),
    output: MenuInForce,
    errors: ["settings.menu_no_version", "settings.menu_changed"],
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
