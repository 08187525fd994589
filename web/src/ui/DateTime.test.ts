import { afterEach, expect, test, vi } from "vitest";
import { formatManila } from "./DateTime.tsx";

afterEach(() => vi.unstubAllGlobals());

const at = "2026-11-22T16:05:09Z";
const written = (lang: string) => {
  vi.stubGlobal("document", { documentElement: { lang } });
  return [formatManila(at), formatManila(at, "exact"), formatManila(at, "time"), formatManila(at, "date")];
};

test("a moment is written as Manila reads it: English in twenty-four hours, Tagalog in twelve", () => {
  expect(written("en")).toEqual(["Nov 23, 2026, 00:05", "Nov 23, 2026, 00:05:09", "00:05:09", "Nov 23, 2026"]);
  expect(written("tl")).toEqual(["Nob 23, 2026, 12:05 AM", "Nob 23, 2026, 12:05:09 AM", "12:05:09 AM", "Nob 23, 2026"]);
});
