import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { useDownload } from "./download.ts";
import { useT } from "./language.ts";

type CsvEndpoint = Endpoint & { readonly file: "text/csv" };

/** What a download button needs to fetch an endpoint's file, and what went wrong with the last try. */
export function useCsv<E extends CsvEndpoint>(endpoint: E, input: InputOf<E>) {
  const t = useT();
  const { start, stop, progress, error } = useDownload(endpoint);
  const button = {
    label: t("ui.csv"),
    stopLabel: t("ui.csv.stop"),
    progress: progress && t("ui.csv.lines", { count: progress.read }),
    onStart: () => start(input),
    onStop: stop,
  };
  return { button, error: error ?? null };
}
