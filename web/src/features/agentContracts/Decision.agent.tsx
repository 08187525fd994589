import type { AgentContract, Preview } from "@laro/contract/agentContracts";
import { useEffect, useEffectEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useAnswer, usePreview, useSimulate } from "./agentContracts.api.ts";
import { Cascade } from "./Cascade.tsx";
import { Simulated, useAskedLive } from "./Simulated.tsx";
import { kindWords, TierTable, usePeriod } from "./contractWords.tsx";

/** One request that waits: its terms, what accepting does to others, and the answer. */
export function DecisionDialog({ contract, onDone, onLater }: { contract: AgentContract; onDone: () => void; onLater: () => void }) {
  const t = useT();
  const { id, kind, terms, state, number } = contract;
  const isEnd = state === "endRequested";
  const answer = useAnswer(kind);
  const seen = useSeen(id);
  const simulation = useSimulate();
  useAskedLive(simulation.mutate, isEnd ? undefined : { id });
  const send = (given: "accept" | "reject") =>
    answer.submit({ id, answer: given, ...(given === "accept" ? { fingerprint: seen.preview?.fingerprint } : {}) }, () => {
      showToast(t("agentContracts.answered", { answer: given }), "success");
      onDone();
    });
  const period = usePeriod();
  const footer = (
    <>
      <Button tone="ghost" onClick={onLater} disabled={answer.isPending}>
        {t("agentContracts.later")}
      </Button>
      <Button tone="secondary" onClick={() => send("reject")} disabled={answer.isPending}>
        {t(isEnd ? "agentContracts.declineEnd" : "agentContracts.reject")}
      </Button>
      <Button tone={isEnd ? "danger" : "success"} onClick={() => send("accept")} busy={answer.isPending} disabled={seen.preview === undefined}>
        {t(isEnd ? "agentContracts.acceptEnd" : "agentContracts.accept")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={t(isEnd ? "agentContracts.endTitle" : "agentContracts.offerTitle", { kind: t(kindWords[kind]) })}
      size="lg"
      closeLabel={t("agentContracts.later")}
      onClose={onLater}
      footer={footer}
    >
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          <Says contract={contract} />
        </p>
        <p className="text-sm font-medium">{period(kind, terms.period)}</p>
        <TierTable {...{ kind, terms, number }} />
        {kind === "dividend" && <p className="text-sm text-muted">{t(terms.carries ? "agentContracts.carriesYes" : "agentContracts.carriesNo")}</p>}
        {!isEnd && <Simulated asked={simulation} />}
        {seen.preview === undefined && seen.error === null ? <Skeleton className="h-5 w-60" /> : seen.preview && <Cascade preview={seen.preview} />}
        <FormFault error={answer.error ?? seen.error} />
        {answer.error !== null && (
          <Button tone="secondary" size="sm" className="justify-self-start" onClick={seen.look}>
            {t("agentContracts.lookAgain")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Says({ contract: { state, uplineName, agentName, mine, endReason, lapsesAt } }: { contract: AgentContract }) {
  const t = useT();
  const other = mine ? (uplineName ?? t("agentContracts.house")) : agentName;
  if (state === "endRequested") return <>{t("agentContracts.endAsked", { name: other, reason: endReason ?? "" })}</>;
  return <>{t("agentContracts.offeredBy", { name: other, until: formatManila(lapsesAt) })}</>;
}

/** What accepting would do, looked at as the dialog opens. */
function useSeen(id: string): { preview: Preview | undefined; error: Error | null; look: () => void } {
  const ask = usePreview();
  const [preview, setPreview] = useState<Preview>();
  const look = () => ask.mutate({ id }, { onSuccess: setPreview });
  const lookFirst = useEffectEvent(look);
  useEffect(() => lookFirst(), [id]);
  return { preview, error: ask.error, look };
}
