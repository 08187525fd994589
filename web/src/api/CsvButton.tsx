import type { Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { Download, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Button } from "../ui/Button.tsx";
import { showToast } from "../ui/Toast.tsx";
import { useDownload } from "./download.ts";
import { useT } from "./language.ts";
import { useFault } from "./query.ts";

type CsvEndpoint = Endpoint & { readonly file: "text/csv" };

/** Fetches what a page shows as a file; while it runs it says how far it is, and pressing it stops it. */
export function CsvButton<E extends CsvEndpoint>({ endpoint, input, label }: { endpoint: E; input: InputOf<E>; label: string }) {
  const t = useT();
  const faultOf = useFault();
  const { start, stop, progress, error } = useDownload(endpoint);
  const tell = useEffectEvent((fault: Error) => showToast(faultOf(fault).text, "problem"));
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
  return progress ? (
    <Button tone="secondary" size="sm" icon={<X />} aria-label={t("ui.csv.stop")} onClick={stop}>
      <span className="figures">{t("ui.csv.lines", { count: progress.read })}</span>
    </Button>
  ) : (
    <Button tone="secondary" size="sm" icon={<Download />} aria-label={label} onClick={() => start(input)}>
      {t("ui.csv")}
    </Button>
  );
}
