import type { Actor } from "../../platform/actor.ts";
import type { Visitor } from "../../platform/browser.ts";
import type { Platform } from "../../platform/routes.ts";
import { countryOf } from "../countries/countries.ts";

/** Somebody at the door: in which browser, from where and when. */
export interface Visit {
  readonly visitor: Visitor;
  readonly ip: string;
  /** Where the address's network is registered; null where that is not known. */
  readonly country: string | null;
  readonly now: Date;
  readonly timeZone: string;
}

/** The visit of a call. */
export const visitOf = ({ visitor, actor, now, platform }: { visitor: Visitor; actor: Actor; now: Date; platform: Platform }): Visit => ({
  visitor,
  ip: actor.ip,
  country: countryOf(platform.config, actor.ip),
  now,
  timeZone: platform.timeZone,
});
