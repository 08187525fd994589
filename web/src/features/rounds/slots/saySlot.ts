import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { GameFace } from "../face.ts";

export const saySlot: GameFace["say"] = ({ outcome }, t) => ({ outcome: t("rounds.winLines", { wins: (outcome as SlotOutcome).wins.length }) });
