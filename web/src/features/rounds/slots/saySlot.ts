import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Say } from "../face.ts";

export const saySlot: Say = ({ outcome }, t) => ({ outcome: t("rounds.winLines", { wins: (outcome as SlotOutcome).wins.length }) });
