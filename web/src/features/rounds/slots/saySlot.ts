import type { FreeSpinsOutcome, PearlsOutcome, SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Say } from "../face.ts";

export const saySlot: Say = ({ outcome }, t) => ({ outcome: t("rounds.winLines", { wins: (outcome as SlotOutcome).wins.length }) });

/** A round with free spins or games says how many it had. */
export const sayFree: Say = (round, t) => {
  const { free } = round.outcome as FreeSpinsOutcome;
  const said = saySlot(round, t);
  return free.length === 0
    ? said
    : { outcome: t("rounds.slots.hadFree", { spins: free.length }), facts: [{ label: t("rounds.slots.firstSpin"), value: said.outcome }] };
};

/** A round with respins says how many pearls lay at the end. */
export const sayPearls: Say = (round, t) => {
  const { hold } = round.outcome as PearlsOutcome;
  const said = saySlot(round, t);
  if (hold === null) return said;
  const pearls = hold.pearls.length + hold.respins.flat().length;
  return { outcome: t("rounds.slots.pearlsEnd", { pearls, pot: hold.pot }), facts: [{ label: t("rounds.slots.firstSpin"), value: said.outcome }] };
};
