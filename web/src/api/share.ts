import { useT } from "./language.ts";

/** The words of a button that hands an address on. */
export function useShareLabels() {
  const t = useT();
  return { share: t("site.share"), copied: t("copy_success"), notCopied: t("site.notCopied") };
}
