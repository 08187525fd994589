import type { agentContracts, Preview } from "@laro/contract/agentContracts";
import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { type Bounds, findFault, fitTerms, formatRate, type Terms } from "@laro/contract/core/contractTerms";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useOffer, usePreview, useSimulate } from "./agentContracts.api.ts";
import { Cascade } from "./Cascade.tsx";
import { isPreviewStale, kindWords } from "./contractWords.tsx";
import { Simulated, useAskedLive } from "./Simulated.tsx";
import { termsOfDraft, type Draft, draftOf, TermsFields } from "./TermsFields.tsx";

export type OfferTerms = OutputOf<(typeof agentContracts)["terms"]>;
export type OfferTo = OfferTerms["list"][number];

export const boundsOf = (kind: ContractKind, { limits, periods, lossRates, own }: OfferTerms): Bounds => ({
  kind,
  limits,
  lossRates,
  periods: periods as readonly ContractPeriod[],
  upper: own?.terms ?? null,
});

interface Props {
  kind: ContractKind;
  to: OfferTo;
  terms: OfferTerms;
  onClose: () => void;
}

/** An offer to a downline: its terms, held against one's own while they are written; then what it does to others; then it is sent. */
export function OfferDialog({ kind, to, terms, onClose }: Props) {
  const t = useT();
  const formId = useId();
  const bounds = boundsOf(kind, terms);
  const before = to.current?.terms;
  const [draft, setDraft] = useState<Draft>(() => draftOf(bounds, (before && fitTerms(before, bounds)) ?? undefined));
  const [preview, setPreview] = useState<Preview>();
  const [look, offer] = [usePreview(), useOffer()];
  const written = termsOfDraft(draft, bounds);
  const fault = "terms" in written ? findFault(written.terms, bounds) : written.fault;
  const simulation = useSimulate();
  const sound = "terms" in written && fault === undefined ? written.terms : undefined;
  useAskedLive(simulation.mutate, sound && { offer: { accountId: to.accountId, kind, terms: sound } });
  const change = (next: Draft) => {
    setDraft(next);
    setPreview(undefined);
  };
  const go = (wanted: Terms) => {
    const asked = { accountId: to.accountId, kind, terms: wanted };
    const sent = () => {
      showToast(t("agentContracts.sent", { name: to.name }), "success");
      onClose();
    };
    if (preview !== undefined)
      return offer.submit({ ...asked, fingerprint: preview.fingerprint }, sent, (error) => isPreviewStale(error) && setPreview(undefined));
    offer.reset();
    look.mutate({ offer: asked }, { onSuccess: setPreview });
  };
  const isBusy = look.isPending || offer.isPending;
  const affects = preview !== undefined && preview.direct + preview.deeper > 0;
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isBusy}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} tone={affects ? "danger" : "primary"} busy={isBusy} disabled={fault !== undefined}>
        {t(preview === undefined ? "agentContracts.look" : affects ? "agentContracts.sendAnyway" : "agentContracts.send")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={t("agentContracts.offerTo", { kind: t(kindWords[kind]), name: to.name })}
      size="lg"
      closeLabel={t("ui.cancel")}
      onClose={isBusy ? undefined : onClose}
      footer={footer}
    >
      <form
        id={formId}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (sound && !isBusy) go(sound);
        }}
      >
        <Room bounds={bounds} />
        <TermsFields bounds={bounds} draft={draft} onChange={change} fault={fault} />
        {sound && <Simulated asked={simulation} />}
        {preview && <Cascade preview={preview} />}
        <FormFault error={offer.error ?? look.error} />
      </form>
    </Dialog>
  );
}

/** How much room one's own contract leaves. */
function Room({ bounds: { upper, limits } }: { bounds: Bounds }) {
  const t = useT();
  if (upper === null) return null;
  const top = Math.max(...upper.tiers.map(({ rate }) => rate));
  return (
    <p className="text-sm text-muted">
      {t("agentContracts.room", { own: formatRate(top), gap: formatRate(limits.gap), most: formatRate(Math.max(top - limits.gap, 0)) })}
    </p>
  );
}
