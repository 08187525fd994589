import { partners, type PartnerLine, type PartnerRoundLine } from "@laro/contract/partners";
import { Handshake } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { PartnerForm } from "./PartnerForm.operator.tsx";
import { type PartnersRights, useOpenRounds, usePartners, useSendAgain } from "./partners.operator.api.ts";

/** Every partner, and how many of its rounds are not over. */
export function PartnersOperator({ rights, onOpen }: { rights: PartnersRights; onOpen: (code: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = usePartners();
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title={t("partners.list")}
      text={t("partners.text")}
      aside={
        rights.canChange && (
          <Button tone="secondary" size="sm" icon={<Handshake />} onClick={() => setAdding(true)}>
            {t("partners.add")}
          </Button>
        )
      }
    >
      <DataTable
        caption={t("partners.title")}
        columns={useColumns(onOpen)}
        rows={asked.rows}
        rowKey={({ code }) => code}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("partners.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {isAdding && (
        <PartnerForm
          partner={undefined}
          onDone={(code) => {
            setAdding(false);
            if (code !== undefined) onOpen(code);
          }}
        />
      )}
    </Panel>
  );
}

function useColumns(onOpen: (code: string) => void): readonly Column<PartnerLine>[] {
  const t = useT();
  return [
    {
      key: "partner",
      label: t("partners.partner"),
      primary: true,
      render: ({ name, code }) => (
        <span className="grid">
          <span className="font-semibold">{name}</span>
          <code className="text-xs text-muted">{code}</code>
        </span>
      ),
    },
    {
      key: "state",
      label: t("games.state"),
      render: ({ state, simulated }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Badge tone={state === "live" ? "win" : "neutral"}>{t("partners.state", { state })}</Badge>
          {simulated && <Badge>{t("partners.simulated")}</Badge>}
        </span>
      ),
    },
    { key: "games", label: t("partners.games"), className: "md:max-lg:hidden", render: ({ games }) => games.join(", ") },
    { key: "players", label: t("partners.players"), align: "end", render: ({ players }) => <span className="figures">{players}</span> },
    { key: "open", label: t("partners.openRounds"), align: "end", render: ({ openRounds }) => <span className="figures">{openRounds}</span> },
    {
      key: "held",
      label: t("partners.heldRounds"),
      align: "end",
      render: ({ held }) => (held === 0 ? <span className="figures">0</span> : <Badge tone="accent">{held}</Badge>),
    },
    {
      key: "act",
      label: t("gateway.open"),
      align: "end",
      render: ({ name, code }) => (
        <Button tone="secondary" size="sm" aria-label={t("partners.openOne", { name })} onClick={() => onOpen(code)}>
          {t("gateway.open")}
        </Button>
      ),
    },
  ];
}

/** Rounds of a partner that are not over: those that go on by themselves, and those an officer sends again. */
export function PartnerRoundsOperator({ code, rights }: { code: string; rights: PartnersRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useOpenRounds(code);
  const [sending, setSending] = useState<PartnerRoundLine>();
  return (
    <Panel title={t("partners.openRounds")} text={t("partners.openRoundsText")}>
      <DataTable
        caption={`${t("partners.openRounds")}: ${code}`}
        columns={useRoundColumns(rights, setSending)}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("partners.noOpenRounds")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {sending && <SendDialog round={sending} onDone={() => setSending(undefined)} />}
    </Panel>
  );
}

/** In the partner's currency, which is not the site's. */
export const inCurrency = (minor: bigint, currency: string): string => {
  const digits = minor.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`;
};

function useRoundColumns({ canSendAgain }: PartnersRights, onSend: (round: PartnerRoundLine) => void): readonly Column<PartnerRoundLine>[] {
  const t = useT();
  return [
    {
      key: "round",
      label: t("partners.round"),
      primary: true,
      render: ({ id, player, gameCode }) => (
        <span className="grid">
          <code className="block truncate text-xs md:max-lg:max-w-36">{id}</code>
          <span className="text-xs text-muted">{`${gameCode} · ${player}`}</span>
        </span>
      ),
    },
    {
      key: "state",
      label: t("games.state"),
      render: ({ state, isGivenBack, heldAt, refusal }) => (
        <span className="grid justify-items-end gap-1 md:justify-items-start">
          <Badge tone={heldAt === null ? "info" : "accent"}>{isGivenBack ? t("partners.givenBack") : t("partners.roundState", { state })}</Badge>
          {refusal !== null && <span className="text-xs text-muted">{refusal}</span>}
        </span>
      ),
    },
    { key: "stake", label: t("rounds.stake"), align: "end", render: ({ stake, currency }) => <span className="figures">{inCurrency(stake, currency)}</span> },
    {
      key: "win",
      label: t("partners.win"),
      align: "end",
      render: ({ win, currency }) => <span className="figures">{win === null ? "–" : inCurrency(win, currency)}</span>,
    },
    { key: "sends", label: t("partners.sends"), align: "end", className: "md:max-lg:hidden", render: ({ sends }) => <span className="figures">{sends}</span> },
    { key: "at", label: t("partners.since"), className: "md:max-lg:hidden", render: ({ at }) => <DateTime at={at} /> },
    {
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (round) =>
        canSendAgain &&
        round.heldAt !== null && (
          <Button tone="secondary" size="sm" onClick={() => onSend(round)}>
            {t("partners.sendAgain")}
          </Button>
        ),
    },
  ];
}

function SendDialog({ round: { id, state, win, currency }, onDone }: { round: PartnerRoundLine; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const send = useSendAgain();
  const done = {
    onSuccess: (line: PartnerRoundLine) => {
      showToast(t("partners.roundState", { state: line.state }), line.state === "closed" || line.state === "void" ? "success" : "info");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("partners.sendAgain")}
      changes={[{ label: id, before: t("partners.roundState", { state }), after: win === null ? t("partners.givenBack") : inCurrency(win, currency) }]}
      {...asking(send, { verb: t("partners.sendAgain"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => send.mutate({ id, reason }, done)}
      onCancel={onDone}
    />
  );
}

/** What partners' players staked and won, as a file for the invoice. */
export function PartnerTotalsOperator({ today }: { today: string }) {
  const t = useT();
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState(today);
  const file = useCsv(partners.totalsCsv, { from, to });
  return (
    <Panel title={t("partners.totals")} text={t("partners.totalsText")}>
      <div className="flex flex-wrap items-end gap-3">
        <TextField type="date" label={t("partners.from")} value={from} max={to} onChange={(event) => event.target.value && setFrom(event.target.value)} />
        <TextField
          type="date"
          label={t("partners.to")}
          value={to}
          min={from}
          max={today}
          onChange={(event) => event.target.value && setTo(event.target.value)}
        />
        <DownloadButton {...file.button} />
      </div>
      <FormFault error={file.error} />
    </Panel>
  );
}
