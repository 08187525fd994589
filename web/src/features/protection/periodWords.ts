import type { Translator } from "@laro/locales/t";

/** A period of the pack in words: "24h" is 24 hours, "6m" six months. */
export function periodWords(t: Translator, code: string): string {
  const [, count = "", unit = ""] = /^(\d+)([hdmy])$/.exec(code) ?? [];
  return t("protection.period", { count: Number(count), unit });
}
