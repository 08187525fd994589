import type { SignalRule } from "./rule.ts";
import { bonusOnly, churn, depositLeave, surge } from "./rules.days.ts";
import { broughtBack, burst, ring, sameAddress, sameHousehold, sameOwner } from "./rules.people.ts";
import { crossBets, split } from "./rules.sides.ts";

/** The rules in force; a new one is a line here. */
export const signalRulesInForce: readonly SignalRule[] = [
  sameOwner,
  broughtBack,
  split,
  sameAddress,
  sameHousehold,
  ring,
  burst,
  crossBets,
  bonusOnly,
  depositLeave,
  churn,
  surge,
];
