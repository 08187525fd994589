import { type FormEvent, useState } from "react";
import { useT } from "./language.ts";

/** Runs a check that a form asks for; what it cannot say itself goes to `onError`. */
export function useCheck(work: () => Promise<void>, onError: (error: Error) => void) {
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    void work()
      .catch(onError)
      .finally(() => setBusy(false));
  };
  return { isBusy, submit };
}

/** Tables that only pay or pace otherwise, and live ones, are drawn as the game they are of. */
const familyOf = (gameCode: string): string => (gameCode === LANES ? gameCode : gameCode.replace(/(?:_NC|_SPEED)?(?:_[0-9]+)?$/, ""));
/** The one table whose cards come from several streams. */
const LANES = "BLACKJACK_1";

/** The words around the draws of a game. */
export function useDrawWords(gameCode: string) {
  const t = useT();
  return {
    text: t("fair.draws", { game: familyOf(gameCode) }),
    label: t("fair.drawTable"),
    columns: { place: t("fair.column.place"), bytes: t("fair.column.bytes"), count: t("fair.column.count"), value: t("fair.column.value") },
    more: (count: number) => t("fair.moreDraws", { count }),
  };
}

export function useCopyWords() {
  const t = useT();
  return { copy: t("ui.copy"), copied: t("copy_success") };
}
