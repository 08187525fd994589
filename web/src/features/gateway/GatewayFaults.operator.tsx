import { type VendorFault, walletActions } from "@laro/contract/gateway";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { type FaultWish, useFaults, useLookedAt } from "./gateway.operator.api.ts";

const MANILA = ":00+08:00";
/** A moment as Manila's clocks write it into a field. */
const momentOf = (field: string): string | undefined => {
  const at = Date.parse(`${field}${MANILA}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

const FILTERS = ["vendor", "code", "action", "from", "until"] as const;

/** What went wrong between vendors and us, by what one looks for. */
export function GatewayFaultsOperator() {
  const t = useT();
  const { params, show } = useLookedAt();
  const given = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ""])) as Record<(typeof FILTERS)[number], string>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <search>
        <form
          key={FILTERS.map((name) => given[name]).join(" ")}
          className="grid gap-3 sm:grid-cols-3 xl:grid-cols-[repeat(5,1fr)_auto] xl:items-end"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            show({ part: "faults", ...Object.fromEntries(FILTERS.map((name) => [name, String(fields.get(name)).trim()])) });
          }}
        >
          <TextField name="vendor" label={t("gateway.vendorCode")} defaultValue={given.vendor} maxLength={16} autoComplete="off" spellCheck={false} />
          <TextField name="code" label={t("gateway.code")} defaultValue={given.code} maxLength={40} autoComplete="off" spellCheck={false} />
          <Select
            name="action"
            label={t("gateway.actionLabel")}
            defaultValue={given.action}
            options={[{ value: "", label: t("vendors.any") }, ...walletActions.map((value) => ({ value, label: t("gateway.action", { action: value }) }))]}
          />
          <TextField name="from" type="datetime-local" label={t("vendors.from")} defaultValue={given.from} />
          <TextField name="until" type="datetime-local" label={t("vendors.until")} defaultValue={given.until} />
          <Button type="submit" className="h-11 self-end">
            {t("gateway.show")}
          </Button>
        </form>
      </search>
      <FaultTable wish={wishOf(given)} />
    </div>
  );
}

function wishOf({ vendor, code, action, from, until }: Record<(typeof FILTERS)[number], string>): FaultWish {
  const [since, before] = [momentOf(from), momentOf(until)];
  return {
    ...(vendor === "" ? {} : { vendorCode: vendor }),
    ...(code === "" ? {} : { code }),
    ...(action === "" ? {} : { action }),
    ...(since === undefined ? {} : { from: since }),
    ...(before === undefined ? {} : { until: before }),
  };
}

function FaultTable({ wish }: { wish: FaultWish }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useFaults(wish);
  const [shown, setShown] = useState<VendorFault>();
  return (
    <>
      <DataTable
        caption={t("gateway.part", { part: "faults" })}
        columns={useFaultColumns(setShown)}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("gateway.noFaults")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {shown && <FaultDialog fault={shown} onDone={() => setShown(undefined)} />}
    </>
  );
}

/** The columns of faults, wherever they stand. */
export function useFaultColumns(onOpen: (fault: VendorFault) => void): readonly Column<VendorFault>[] {
  const t = useT();
  return [
    {
      key: "code",
      label: t("gateway.code"),
      primary: true,
      render: ({ code, vendorCode }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span>{vendorCode}</span>
          <Badge tone="accent">
            <code>{code}</code>
          </Badge>
        </span>
      ),
    },
    { key: "at", label: t("gateway.at"), render: ({ at }) => <DateTime at={at} shape="exact" /> },
    { key: "action", label: t("gateway.actionLabel"), render: ({ action }) => t("gateway.action", { action }) },
    { key: "member", label: t("gateway.member"), className: "md:max-lg:hidden", render: ({ memberName }) => memberName ?? "–" },
    { key: "theirs", label: t("gateway.theirId"), render: ({ theirId }) => <Code text={theirId} /> },
    { key: "request", label: t("gateway.requestId"), render: ({ requestId }) => <Code text={requestId} /> },
    {
      key: "open",
      label: t("gateway.open"),
      align: "end",
      render: (fault) => (
        <Button tone="secondary" size="sm" aria-label={t("gateway.openFault", { code: fault.code, id: fault.requestId ?? "" })} onClick={() => onOpen(fault)}>
          {t("gateway.open")}
        </Button>
      ),
    },
  ];
}

const Code = ({ text }: { text: string | null }) =>
  text === null ? "–" : <code className="inline-block max-w-48 truncate align-bottom text-xs md:max-w-32 xl:max-w-48">{text}</code>;

/** All that is kept of a fault. */
export function FaultDialog({ fault, onDone }: { fault: VendorFault; onDone: () => void }) {
  const t = useT();
  const facts: readonly (readonly [string, string | null])[] = [
    [t("gateway.theirId"), fault.theirId],
    [t("gateway.requestId"), fault.requestId],
    [t("gateway.theirRequestId"), fault.theirRequestId],
    [t("gateway.member"), fault.memberName],
  ];
  return (
    <Dialog open title={`${fault.vendorCode}: ${fault.code}`} size="lg" closeLabel={t("ui.close")} onClose={onDone}>
      <div className="grid gap-3 text-sm">
        <p className="text-muted">
          {t("gateway.action", { action: fault.action })} · <DateTime at={fault.at} shape="exact" />
        </p>
        <dl className="grid gap-2 sm:grid-cols-2">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="break-all">{text === null ? "–" : <code>{text}</code>}</dd>
            </div>
          ))}
        </dl>
        {fault.body === null ? (
          <p className="text-muted">{t("gateway.noBody")}</p>
        ) : (
          <pre
            tabIndex={0}
            aria-label={t("gateway.body")}
            className="max-h-80 overflow-auto rounded-sm border border-line bg-field p-3 text-xs whitespace-pre-wrap break-all"
          >
            {fault.body}
          </pre>
        )}
      </div>
    </Dialog>
  );
}
