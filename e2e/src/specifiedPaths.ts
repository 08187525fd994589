import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Every path a row of the routes names, so that a page nobody built is noticed here first. */
export const specifiedPaths: readonly string[] = [
  ...new Set(
    readFileSync(join(import.meta.dirname, "../../docs/requirements.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| ROUTE-"))
      .flatMap((row) => row.split("|")[2]?.match(/(?<![\w.])\/[A-Za-z]*(?:\.html)?(?![\w/])/g) ?? []),
  ),
];
