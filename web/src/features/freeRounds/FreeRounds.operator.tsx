import { type FreeRounds, type FreeRoundState, freeRoundStates } from "@laro/contract/freeRounds";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type FreeRoundsRights, useCancel, useFreeRounds } from "./freeRounds.operator.api.ts";
import { GrantDialogOperator } from "./GrantDialog.operator.tsx";
import { WaitingGrantsOperator } from "./WaitingGrants.operator.tsx";

const tones = {
  issuing: "info",
  issued: "primary",
  active: "primary",
  held: "accent",
  finished: "win",
  cancelled: "neutral",
  expired: "neutral",
  failed: "accent",
} as const satisfies Record<FreeRoundState, BadgeTone>;

/** Who is looked for, and in which state: both live in the URL. */
function useWish() {
  const [params, setParams] = useSearchParams();
  const state = freeRoundStates.find((known) => known === params.get("state"));
  const memberName = params.get("member") ?? "";
  const show = (next: { state?: string | undefined; member?: string | undefined }) => {
    const wanted = { state: next.state ?? state ?? "", member: next.member ?? memberName };
    setParams(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== "")), { replace: true });
  };
  return { state, memberName, show };
}

/** Free rounds at vendors: what waits for a second officer, and all that were given. */
export function FreeRoundsOperator({ rights }: { rights: FreeRoundsRights }) {
  const t = useT();
  const [isGranting, setGranting] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("freeRounds.title")}</h1>
          <p className="max-w-prose text-sm text-muted">{t("freeRounds.text")}</p>
        </div>
        {rights.canGrant && (
          <Button icon={<Plus />} onClick={() => setGranting(true)}>
            {t("freeRounds.grant")}
          </Button>
        )}
      </div>
      {rights.canSeeProposals && <WaitingGrantsOperator rights={rights} />}
      <Given rights={rights} />
      {isGranting && <GrantDialogOperator onClose={() => setGranting(false)} />}
    </div>
  );
}

function Given({ rights }: { rights: FreeRoundsRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { state, memberName, show } = useWish();
  const [typed, setTyped] = useState(memberName);
  const [cancelled, setCancelled] = useState<FreeRounds>();
  const asked = useFreeRounds({ ...(state === undefined ? {} : { state }), ...(memberName === "" ? {} : { memberName }) });
  return (
    <div className="grid grid-cols-1 gap-3">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          show({ member: typed.trim() });
        }}
      >
        <div className="w-full sm:w-56">
          <Select
            label={t("games.state")}
            value={state ?? ""}
            options={[
              { value: "", label: t("freeRounds.anyState") },
              ...freeRoundStates.map((value) => ({ value, label: t("freeRounds.state", { state: value }) })),
            ]}
            onChange={(event) => show({ state: event.target.value })}
          />
        </div>
        <div className="w-full sm:w-56">
          <TextField
            label={t("freeRounds.member")}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" tone="secondary" className="h-11 max-sm:w-full">
          {t("gateway.find")}
        </Button>
      </form>
      <DataTable
        caption={t("freeRounds.given")}
        columns={useColumns(rights, setCancelled)}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("freeRounds.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {cancelled && <CancelDialog row={cancelled} onDone={() => setCancelled(undefined)} />}
    </div>
  );
}

const isOpen = ({ state, cancelling }: FreeRounds): boolean => !cancelling && (state === "issuing" || state === "issued" || state === "active");

/** Between a phone's cards and a wide window there is no column for whose they are. */
const Reference = ({ reference, memberName }: FreeRounds) => (
  <span className="grid">
    <span className="figures">{reference}</span>
    <span className="hidden text-xs font-normal md:max-lg:block">{memberName}</span>
  </span>
);

/** How many of which stake, and until when. */
function Worth({ rounds, stake, until }: FreeRounds) {
  const t = useT();
  return (
    <span className="grid">
      <span className="figures">
        {rounds} × <Money minor={stake} />
      </span>
      <span className="text-xs text-muted">
        {t("freeRounds.until")} <DateTime at={until} shape="date" />
      </span>
    </span>
  );
}

function useColumns({ canCancel }: FreeRoundsRights, onCancel: (row: FreeRounds) => void): readonly Column<FreeRounds>[] {
  const t = useT();
  return [
    {
      key: "reference",
      label: t("adjustments.reference"),
      primary: true,
      render: (row) => <Reference {...row} />,
    },
    {
      key: "member",
      label: t("freeRounds.member"),
      className: "md:max-lg:hidden",
      render: ({ memberName }) => <span className="font-semibold">{memberName}</span>,
    },
    {
      key: "game",
      label: t("freeRounds.game"),
      render: ({ gameName, vendorName }) => (
        <span className="grid">
          {gameName}
          <span className="text-xs text-muted">{vendorName}</span>
        </span>
      ),
    },
    {
      key: "rounds",
      label: t("freeRounds.rounds"),
      align: "end",
      render: (row) => <Worth {...row} />,
    },
    {
      key: "state",
      label: t("games.state"),
      render: ({ state, cancelling }) => <Badge tone={tones[state]}>{cancelling ? t("freeRounds.cancelling") : t("freeRounds.state", { state })}</Badge>,
    },
    { key: "won", label: t("freeRounds.won"), align: "end", render: ({ won }) => <Money minor={won} /> },
    {
      key: "by",
      label: t("freeRounds.grantedBy"),
      className: "md:max-xl:hidden",
      render: ({ grantedBy, confirmedBy, reason }) => (
        <span className="grid">
          <span>{grantedBy}</span>
          {confirmedBy !== null && <span>{confirmedBy}</span>}
          <span className="block max-w-40 truncate text-xs text-muted" title={reason}>
            {reason}
          </span>
        </span>
      ),
    },
    {
      key: "act",
      label: t("freeRounds.cancel"),
      align: "end",
      render: (row) =>
        canCancel &&
        isOpen(row) && (
          <Button tone="secondary" size="sm" aria-label={t("freeRounds.cancelOf", { reference: row.reference })} onClick={() => onCancel(row)}>
            {t("freeRounds.cancel")}
          </Button>
        ),
    },
  ];
}

function CancelDialog({ row, onDone }: { row: FreeRounds; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const cancel = useCancel();
  const done = {
    onSuccess: () => {
      showToast(t("freeRounds.cancelToast", { reference: row.reference }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("freeRounds.cancelOf", { reference: row.reference })}
      changes={[
        {
          label: `${row.memberName}: ${row.gameName}`,
          before: t("freeRounds.state", { state: row.state }),
          after: t("freeRounds.state", { state: "cancelled" }),
        },
      ]}
      tone="danger"
      {...asking(cancel, { verb: t("freeRounds.cancel"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => cancel.mutate({ id: row.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
