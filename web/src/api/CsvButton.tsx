import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { useEffect, useEffectEvent } from "react";
import { DownloadButton } from "../ui/DownloadButton.tsx";
import { showToast } from "../ui/Toast.tsx";
import { useDownload } from "./download.ts";
import { useT } from "./language.ts";
import { useFault } from "./query.ts";

type CsvEndpoint = Endpoint & { readonly file: "text/csv" };

/** Fetches what a page shows as a file, and says so when that fails. */
export function CsvButton<E extends CsvEndpoint>({ endpoint, input }: { endpoint: E; input: InputOf<E> }) {
  const t = useT();
  const faultOf = useFault();
  const { start, stop, progress, error } = useDownload(endpoint);
  const tell = useEffectEvent((fault: Error) => showToast(faultOf(fault).text, "problem"));
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
  return (
    <DownloadButton
      label={t("ui.csv")}
      stopLabel={t("ui.csv.stop")}
      progress={progress && t("ui.csv.lines", { count: progress.read })}
      onStart={() => start(input)}
      onStop={stop}
      size="sm"
    />
  );
}
