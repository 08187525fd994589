import { type KeyUse, keyUses, OVERLAP_HOURS, OVERLAP_HOURS_MAX, type VendorKey } from "@laro/contract/gateway";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { GatewayRights, KeyActs } from "./gateway.operator.api.ts";

const tones = { waiting: "primary", live: "win", ending: "info", ended: "neutral", declined: "neutral" } as const satisfies Record<
  VendorKey["state"],
  BadgeTone
>;
const SECRET_MAX = 8_192;
const FINGERPRINT_LENGTH = 16;

type Doing = { readonly what: "confirm" | "end"; readonly key: VendorKey };

/** Whose keys they are. */
export interface KeyHolder {
  readonly name: string;
  /** Its secret is its simulator's. */
  readonly simulated: boolean;
  readonly keys: readonly VendorKey[];
}

export type KeyRights = Pick<GatewayRights, "canChange" | "officer">;

interface KeysProps {
  holder: KeyHolder;
  acts: KeyActs;
  rights: KeyRights;
}

/** Keys of a vendor or a partner: one officer proposes, another confirms by the fingerprint; secrets are shown once. */
export function GatewayKeysOperator({ holder, acts, rights }: KeysProps) {
  const t = useT();
  const [isProposing, setProposing] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const [made, setMade] = useState<{ secret: string; fingerprint: string }>();
  // What one dialog was refused is not the next one's.
  const done = () => {
    for (const { reset } of Object.values(acts)) reset();
    setProposing(false);
    setDoing(undefined);
  };
  return (
    <Panel
      title={t("gateway.keys")}
      text={t(holder.simulated ? "gateway.keysTestText" : "gateway.keysText")}
      aside={
        rights.canChange && (
          <Button tone="secondary" size="sm" icon={<KeyRound />} onClick={() => setProposing(true)}>
            {t("gateway.newKey")}
          </Button>
        )
      }
    >
      <DataTable
        caption={t("gateway.keysOf", { name: holder.name })}
        columns={useColumns(rights, setDoing)}
        rows={holder.keys}
        rowKey={({ id }) => id}
        face={holder.keys.length > 0 ? "ready" : "empty"}
        empty={<EmptyState text={t("gateway.noKeys")} />}
        refused={null}
      />
      {isProposing && <ProposeDialog holder={holder} acts={acts} onMade={setMade} onDone={done} />}
      {made && <SecretDialog {...made} onDone={() => setMade(undefined)} />}
      {doing?.what === "confirm" && <ConfirmDialog holder={holder} acts={acts} row={doing.key} onDone={done} />}
      {doing?.what === "end" && <EndDialog holder={holder} acts={acts} row={doing.key} onDone={done} />}
    </Panel>
  );
}

function useColumns({ canChange, officer }: KeyRights, onDo: (doing: Doing) => void): readonly Column<VendorKey>[] {
  const t = useT();
  const columns: Column<VendorKey>[] = [
    {
      key: "fingerprint",
      label: t("gateway.fingerprint"),
      primary: true,
      render: ({ fingerprint, use }) => (
        <span className="grid">
          <code>{fingerprint}</code>
          <span className="text-xs font-normal text-muted">{t("gateway.use", { use })}</span>
        </span>
      ),
    },
    { key: "state", label: t("games.state"), render: ({ state }) => <Badge tone={tones[state]}>{t("gateway.keyState", { state })}</Badge> },
    {
      key: "by",
      label: t("gateway.proposedBy"),
      render: ({ proposedBy, proposedAt, reason }) => (
        <span className="grid">
          {proposedBy}
          <DateTime at={proposedAt} className="text-xs text-muted" />
          <span className="text-xs text-muted md:whitespace-normal">{reason}</span>
        </span>
      ),
    },
    {
      key: "confirmed",
      label: t("gateway.confirmedBy"),
      className: "md:max-lg:hidden",
      render: ({ confirmedBy, from }) =>
        from !== null && (
          <span className="grid">
            {confirmedBy}
            <DateTime at={from} className="text-xs text-muted" />
          </span>
        ),
    },
    { key: "until", label: t("gateway.until"), render: ({ until }) => (until === null ? "–" : <DateTime at={until} />) },
  ];
  if (!canChange) return columns;
  const acts: Column<VendorKey> = {
    key: "act",
    label: t("games.act"),
    align: "end",
    render: (key) => (
      <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
        {key.state === "waiting" && key.proposedBy !== officer && (
          <Button tone="success" size="sm" onClick={() => onDo({ what: "confirm", key })}>
            {t("gateway.confirm")}
          </Button>
        )}
        {key.state !== "ended" && key.state !== "declined" && (
          <Button tone="secondary" size="sm" onClick={() => onDo({ what: "end", key })}>
            {t(key.state === "waiting" ? "gateway.decline" : "gateway.endNow")}
          </Button>
        )}
      </span>
    ),
  };
  return [...columns, acts];
}

interface ProposeProps {
  holder: KeyHolder;
  acts: KeyActs;
  onMade: (made: { secret: string; fingerprint: string }) => void;
  onDone: () => void;
}

function ProposeDialog({ holder: { name }, acts: { propose }, onMade, onDone }: ProposeProps) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const [use, setUse] = useState<KeyUse>("theirs");
  const [source, setSource] = useState<"made" | "given">("made");
  const [given, setGiven] = useState("");
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const secret = given.trim();
  const confirm = (reason: string) =>
    propose.mutate(
      { use, reason, ...(source === "given" ? { secret } : {}) },
      {
        onSuccess: ({ key, secret: made }) => {
          if (made === null) showToast(t("gateway.keyProposed", { fingerprint: key.fingerprint }), "success");
          else onMade({ secret: made, fingerprint: key.fingerprint });
          onDone();
        },
      },
    );
  return (
    <ChangeDialog
      title={t("gateway.newKeyOf", { name })}
      changes={[{ label: t("gateway.use", { use }), before: "–", after: t("gateway.keyState", { state: "waiting" }) }]}
      isBlocked={source === "given" && secret.length < FINGERPRINT_LENGTH}
      {...asking(propose, { verb: t("gateway.propose"), hint: t("gateway.reasonHint"), fields: ["use", "secret"] })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t("gateway.useLabel")}
          error={fault?.field === "use" ? fault.text : undefined}
          options={keyUses.map((value) => ({ value, label: t("gateway.use", { use: value }) }))}
          value={use}
          data-autofocus
          onChange={(event) => setUse(keyUses.find((one) => one === event.target.value) ?? use)}
        />
        <Select
          label={t("gateway.source")}
          options={(["made", "given"] as const).map((value) => ({ value, label: t("gateway.sourceIs", { source: value }) }))}
          value={source}
          onChange={(event) => setSource(event.target.value === "given" ? "given" : "made")}
        />
      </div>
      {source === "given" && (
        <TextArea
          label={t("gateway.secret")}
          hint={t("gateway.secretHint")}
          error={fault?.field === "secret" ? fault.text : undefined}
          value={given}
          maxLength={SECRET_MAX}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setGiven(event.target.value)}
        />
      )}
    </ChangeDialog>
  );
}

function SecretDialog({ secret, fingerprint, onDone }: { secret: string; fingerprint: string; onDone: () => void }) {
  const t = useT();
  return (
    <Dialog open title={t("gateway.secretOnce")} closeLabel={t("ui.close")} footer={<Button onClick={onDone}>{t("gateway.kept")}</Button>}>
      <div className="grid gap-3 text-sm">
        <p>{t("gateway.secretOnceText")}</p>
        <p className="flex items-center gap-2 rounded-sm border border-line bg-field px-4 py-3">
          <code aria-label={t("gateway.secret")} className="min-w-0 break-all select-all">
            {secret}
          </code>
          <CopyButton text={secret} label={t("ui.copy")} copiedLabel={t("copy_success")} />
        </p>
        <p className="text-muted">
          {t("gateway.fingerprint")}: <code>{fingerprint}</code>
        </p>
      </div>
    </Dialog>
  );
}

interface KeyDialogProps {
  holder: KeyHolder;
  acts: KeyActs;
  row: VendorKey;
  onDone: () => void;
}

function ConfirmDialog({ holder: { name }, acts: { confirm: confirmKey }, row: { id, use, state, proposedBy }, onDone }: KeyDialogProps) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const [fingerprint, setFingerprint] = useState("");
  const [hours, setHours] = useState(String(OVERLAP_HOURS));
  const fault = confirmKey.error === null ? undefined : faultOf(confirmKey.error);
  const overlapHours = Number(hours);
  const isRight = /^[0-9]{1,3}$/.test(hours) && overlapHours <= OVERLAP_HOURS_MAX;
  const done = {
    onSuccess: () => {
      showToast(t("gateway.keyConfirmed", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("gateway.confirmKeyOf", { name })}
      changes={[
        { label: `${t("gateway.use", { use })} · ${proposedBy}`, before: t("gateway.keyState", { state }), after: t("gateway.keyState", { state: "live" }) },
      ]}
      isBlocked={fingerprint.trim().length !== FINGERPRINT_LENGTH || !isRight}
      {...asking(confirmKey, { verb: t("gateway.confirm"), hint: t("settings.reasonHint"), fields: ["fingerprint"] })}
      onConfirm={(reason) => confirmKey.mutate({ id, fingerprint: fingerprint.trim(), overlapHours, reason }, done)}
      onCancel={onDone}
    >
      <TextField
        label={t("gateway.fingerprint")}
        hint={t("gateway.fingerprintHint", { name: proposedBy })}
        error={fault?.field === "fingerprint" ? fault.text : undefined}
        value={fingerprint}
        maxLength={FINGERPRINT_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setFingerprint(event.target.value)}
      />
      <TextField
        label={t("gateway.overlap")}
        hint={t("gateway.overlapHint", { most: OVERLAP_HOURS_MAX })}
        inputMode="numeric"
        value={hours}
        maxLength={3}
        onChange={(event) => setHours(event.target.value)}
      />
    </ChangeDialog>
  );
}

function EndDialog({ holder, acts: { end: endKey }, row: { id, use, state, fingerprint }, onDone }: KeyDialogProps) {
  const t = useT();
  const asking = useAsking();
  const isWaiting = state === "waiting";
  const isLast = !holder.keys.some((key) => key.id !== id && key.use === use && (key.state === "live" || key.state === "ending"));
  const after = t("gateway.keyState", { state: isWaiting ? "declined" : "ended" });
  const done = {
    onSuccess: () => {
      showToast(`${fingerprint}: ${after}`, "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t(isWaiting ? "gateway.declineKeyOf" : "gateway.endKeyOf", { name: holder.name })}
      changes={[{ label: `${t("gateway.use", { use })} · ${fingerprint}`, before: t("gateway.keyState", { state }), after }]}
      warning={!isWaiting && isLast && t("gateway.lastKey")}
      tone="danger"
      {...asking(endKey, { verb: t(isWaiting ? "gateway.decline" : "gateway.endNow"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => endKey.mutate({ id, reason }, done)}
      onCancel={onDone}
    />
  );
}
