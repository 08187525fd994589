import type { OfficeContract, Preview } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { type Bounds, findFault, formatRate, type Terms } from "@laro/contract/core/contractTerms";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { More } from "../../ui/More.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type ContractRights, useContracts, useEndFor, useOfferFor, usePreviewFor, useSimulateFor, useTemplates } from "./agentContracts.operator.api.ts";
import { Cascade } from "./Cascade.tsx";
import { ContractState, isPreviewStale, kindWords, topRateOf, useDays, usePeriod } from "./contractWords.tsx";
import { Simulated, useAskedLive } from "./Simulated.tsx";
import { type Draft, draftOf, TermsFields, termsOfDraft } from "./TermsFields.tsx";

type Act = "propose" | "confirm" | "decline";
type Ending = { readonly contract: OfficeContract; readonly act: Act };

/** All contracts of a kind: officers offer those of the house, and two of them end any. */
export function ContractsOperator({ kind, rights }: { kind: ContractKind; rights: ContractRights }) {
  const t = useT();
  const refusal = useRefusal();
  const [account, setAccount] = useState("");
  const asked = useContracts(kind, account.trim());
  const templates = useTemplates(kind);
  const limits = templates.rows.find((row) => row.inForce)?.limits;
  const bounds = limits && templates.first && { kind, limits, periods: templates.first.periods, lossRates: templates.first.lossRates, upper: null };
  const [ending, setEnding] = useState<Ending>();
  const [isOffering, setOffering] = useState(false);
  const columns = useColumns(rights, setEnding);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-full sm:w-72">
          <TextField label={t("agentContracts.agent")} autoComplete="off" maxLength={64} value={account} onChange={(event) => setAccount(event.target.value)} />
        </div>
        {rights.canOffer && bounds && <Button onClick={() => setOffering(true)}>{t("agentContracts.houseOffer")}</Button>}
      </div>
      <DataTable
        caption={t("agentContracts.contracts")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("agentContracts.noContracts")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {ending && <EndForDialog {...ending} onDone={() => setEnding(undefined)} />}
      {isOffering && bounds && <OfferForDialog kind={kind} bounds={bounds} onClose={() => setOffering(false)} />}
    </div>
  );
}

function useColumns(rights: ContractRights, onEnd: (ending: Ending) => void): readonly Column<OfficeContract>[] {
  const t = useT();
  const [days, period] = [useDays(), usePeriod()];
  return [
    {
      key: "agent",
      label: t("agentContracts.agent"),
      primary: true,
      render: ({ agentName, number, uplineName }) => (
        <span className="grid">
          {agentName}
          <span className="text-xs font-normal text-muted">
            {number} · {t("agentContracts.with", { name: uplineName ?? t("agentContracts.house") })}
          </span>
        </span>
      ),
    },
    { key: "rate", label: t("agentContracts.rate"), align: "end", render: ({ terms }) => <span className="figures">{formatRate(topRateOf(terms))}%</span> },
    {
      key: "period",
      label: t("agentContracts.period"),
      className: "md:whitespace-normal",
      render: ({ kind, terms }) => <span className="whitespace-normal">{period(kind, terms.period)}</span>,
    },
    {
      key: "state",
      label: t("agentContracts.stateTitle"),
      className: "md:whitespace-normal",
      render: (contract) => (
        <span className="grid justify-items-end gap-1 whitespace-normal md:justify-items-start">
          <ContractState state={contract.state} />
          <span className="text-xs text-muted">{days(contract)}</span>
          {contract.ending && (
            <span className="text-xs text-accent-text">
              {t("agentContracts.endProposed", { name: contract.ending.proposedBy, reason: contract.ending.reason })}
            </span>
          )}
          {contract.waitsForMe && <span className="text-xs text-accent-text">{t("agentContracts.endAskedOfMe", { reason: contract.endReason ?? "" })}</span>}
        </span>
      ),
    },
    {
      key: "act",
      label: t("agentContracts.act"),
      align: "end",
      render: (contract) => rights.canEnd && <Acts contract={contract} officer={rights.officer} onEnd={onEnd} />,
    },
  ];
}

function Acts({ contract, officer, onEnd }: { contract: OfficeContract; officer: string; onEnd: (ending: Ending) => void }) {
  const t = useT();
  const { state, ending, waitsForMe, uplineName } = contract;
  const canEnd = state === "active" || state === "endRequested";
  if (ending !== null && canEnd)
    return (
      <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
        {ending.proposedBy !== officer && (
          <Button tone="danger" size="sm" onClick={() => onEnd({ contract, act: "confirm" })}>
            {t("agentContracts.confirmEnd")}
          </Button>
        )}
        <Button tone="secondary" size="sm" onClick={() => onEnd({ contract, act: "decline" })}>
          {t("agentContracts.declineVersion")}
        </Button>
      </span>
    );
  const isOurOffer = state === "offered" && uplineName === null;
  if (!canEnd && !isOurOffer) return null;
  return (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {waitsForMe && (
        <Button tone="secondary" size="sm" onClick={() => onEnd({ contract, act: "decline" })}>
          {t("agentContracts.declineEnd")}
        </Button>
      )}
      <Button tone="secondary" size="sm" onClick={() => onEnd({ contract, act: "propose" })}>
        {t(isOurOffer ? "agentContracts.takeBack" : "agentContracts.endIt")}
      </Button>
    </span>
  );
}

function EndForDialog({ contract, act, onDone }: Ending & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [command, look] = [useEndFor(), usePreviewFor()];
  const { id, agentName, number, state } = contract;
  const ends = act !== "decline" && state !== "offered";
  const ask = () => look.mutate({ id });
  const lookFirst = useEffectEvent(() => {
    if (ends) ask();
  });
  useEffect(() => lookFirst(), []);
  const verb = t(
    act === "confirm"
      ? "agentContracts.confirmEnd"
      : act === "decline"
        ? "agentContracts.declineVersion"
        : state === "offered"
          ? "agentContracts.takeBack"
          : "agentContracts.endIt",
  );
  const after = t("agentContracts.state", { state: act === "decline" ? "active" : state === "offered" ? "withdrawn" : "terminated" });
  return (
    <ChangeDialog
      title={`${verb}: ${agentName} · ${number}`}
      changes={[{ label: t("agentContracts.stateTitle"), before: t("agentContracts.state", { state }), after }]}
      warning={ends && act === "propose" && t("agentContracts.endWarning")}
      tone={ends ? "danger" : "primary"}
      isBlocked={ends && look.data === undefined}
      {...asking(command, { verb, hint: t("settings.reasonHint") })}
      onConfirm={(reason) =>
        command.mutate(
          { id, act, reason },
          {
            onSuccess: () => {
              showToast(t("agentContracts.officeDone", { act }), "success");
              onDone();
            },
          },
        )
      }
      onCancel={onDone}
    >
      {look.data && <Cascade preview={look.data} />}
      <FormFault error={look.error} />
      {look.error !== null && (
        <Button tone="secondary" size="sm" className="justify-self-start" onClick={ask}>
          {t("agentContracts.lookAgain")}
        </Button>
      )}
    </ChangeDialog>
  );
}

interface AskedOffer {
  readonly account: string;
  readonly kind: ContractKind;
  readonly terms: Terms;
}

/** First what an offer does is looked at, then it is sent as it was seen; a preview that is no longer true is looked at anew. */
function useOffering(onDone: () => void) {
  const t = useT();
  const [look, offer] = [usePreviewFor(), useOfferFor()];
  const [preview, setPreview] = useState<Preview>();
  const forget = () => setPreview(undefined);
  const sent = ({ agentName }: OfficeContract) => {
    showToast(t("agentContracts.sent", { name: agentName }), "success");
    onDone();
  };
  const go = (asked: AskedOffer, reason: string) => {
    if (preview !== undefined) return offer.submit({ ...asked, fingerprint: preview.fingerprint, reason }, sent, (error) => isPreviewStale(error) && forget());
    offer.reset();
    look.mutate({ offer: asked }, { onSuccess: setPreview });
  };
  return { preview, isBusy: look.isPending || offer.isPending, error: offer.error ?? look.error, forget, go };
}

/** A contract of the house: its terms, what it does to others, and why. */
function OfferForDialog({ kind, bounds, onClose }: { kind: ContractKind; bounds: Bounds; onClose: () => void }) {
  const t = useT();
  const formId = useId();
  const [account, setAccount] = useState("");
  const [draft, setDraft] = useState<Draft>(() => draftOf(bounds));
  const [reason, setReason] = useState("");
  const { preview, isBusy, error, forget, go } = useOffering(onClose);
  const written = termsOfDraft(draft, bounds);
  const fault = "terms" in written ? findFault(written.terms, bounds) : written.fault;
  const simulation = useSimulateFor();
  const sound = "terms" in written && fault === undefined && account.trim() !== "" ? { account: account.trim(), kind, terms: written.terms } : undefined;
  useAskedLive(simulation.mutate, sound);
  const isReady = fault === undefined && account.trim() !== "" && reason.trim().length >= REASON_MIN;
  const footer = <OfferFoot formId={formId} isBusy={isBusy} isReady={isReady} isSeen={preview !== undefined} onClose={onClose} />;
  return (
    <Dialog
      open
      title={`${t("agentContracts.houseOffer")}: ${t(kindWords[kind])}`}
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
          if ("terms" in written && isReady && !isBusy) go({ account: account.trim(), kind, terms: written.terms }, reason.trim());
        }}
      >
        <TextField
          label={t("agentContracts.agent")}
          required
          autoComplete="off"
          maxLength={64}
          value={account}
          onChange={(event) => {
            setAccount(event.target.value);
            forget();
          }}
          data-autofocus
        />
        <TermsFields
          bounds={bounds}
          draft={draft}
          onChange={(next) => {
            setDraft(next);
            forget();
          }}
          fault={fault}
        />
        {sound && <Simulated asked={simulation} />}
        <ReasonField label={t("ui.reason")} hint={t("settings.reasonHint")} value={reason} onChange={setReason} />
        {preview && <Cascade preview={preview} />}
        <FormFault error={error} />
      </form>
    </Dialog>
  );
}

function OfferFoot({ formId, isBusy, isReady, isSeen, onClose }: { formId: string; isBusy: boolean; isReady: boolean; isSeen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isBusy}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} busy={isBusy} disabled={!isReady}>
        {t(isSeen ? "agentContracts.send" : "agentContracts.look")}
      </Button>
    </>
  );
}
