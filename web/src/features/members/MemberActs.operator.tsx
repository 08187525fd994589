import { type MemberView, restrictable, type Restrictable, type Revealable } from "@laro/contract/members";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useCloseMember, useEndSessions, usePropose, useProposeName, useRestrict, useReveal } from "./members.operator.api.ts";

/** What an officer is about to do about a member. */
export type PlainAct = "restrict" | "close" | "endSessions" | "reopen" | "factor" | "name";
export type MemberAct = { readonly kind: PlainAct } | { readonly kind: "reveal"; readonly field: Revealable; readonly payoutAccountId?: bigint };

interface ActProps<Act extends MemberAct = MemberAct> {
  act: Act;
  member: MemberView;
  onClose: () => void;
}

export function MemberActOperator({ act, ...rest }: ActProps) {
  if (act.kind === "reveal") return <RevealDialog act={act} {...rest} />;
  if (act.kind === "restrict") return <RestrictDialog {...rest} />;
  if (act.kind === "name") return <NameDialog {...rest} />;
  if (act.kind === "reopen" || act.kind === "factor") return <ProposeDialog kind={act.kind} {...rest} />;
  return act.kind === "close" ? <CloseDialog {...rest} /> : <SessionsDialog {...rest} />;
}

type Rest = Omit<ActProps, "act">;

function useDone(onClose: () => void): (text: string) => () => void {
  return (text) => () => {
    showToast(text, "success");
    onClose();
  };
}

const openSessionsOf = ({ sessions }: MemberView): number => sessions.filter(({ isOpen }) => isOpen).length;

function RestrictDialog({ member: { id, name, restrictions }, onClose }: Rest) {
  const t = useT();
  const asking = useAsking();
  const command = useRestrict();
  const done = useDone(onClose);
  const [wanted, setWanted] = useState<readonly Restrictable[]>(restrictions);
  const inWords = (list: readonly Restrictable[]) =>
    list.length === 0 ? t("members.nothingClosed") : list.map((part) => t(`members.part.${part}`)).join(", ");
  const isSame = wanted.length === restrictions.length && wanted.every((part) => restrictions.includes(part));
  return (
    <ChangeDialog
      title={t("members.restrictTitle", { name })}
      changes={[{ label: t("members.closedParts"), before: inWords(restrictions), after: inWords(wanted) }]}
      {...asking(command, { verb: t("members.act.restrict"), hint: t("members.reasonHint") })}
      isBlocked={isSame}
      onConfirm={(reason) =>
        command.mutate({ id, restrictions: [...wanted], seen: [...restrictions], reason }, { onSuccess: done(t("members.restrictedToast", { name })) })
      }
      onCancel={onClose}
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1.5 text-sm font-medium">{t("members.closedParts")}</legend>
        {restrictable.map((part) => (
          <Checkbox
            key={part}
            label={t(`members.part.${part}`)}
            checked={wanted.includes(part)}
            onChange={(event) => setWanted(restrictable.filter((one) => (one === part ? event.target.checked : wanted.includes(one))))}
          />
        ))}
      </fieldset>
    </ChangeDialog>
  );
}

function CloseDialog({ member, onClose }: Rest) {
  const t = useT();
  const asking = useAsking();
  const command = useCloseMember();
  const done = useDone(onClose);
  const { id, name } = member;
  return (
    <ChangeDialog
      title={t("members.closeTitle", { name })}
      warning={t("members.closeText")}
      changes={[
        { label: t("members.state"), before: t("members.open"), after: t("members.closed") },
        { label: t("members.openSessions"), before: openSessionsOf(member), after: 0 },
      ]}
      tone="danger"
      {...asking(command, { verb: t("members.act.close"), hint: t("members.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done(t("members.closedToast", { name })) })}
      onCancel={onClose}
    />
  );
}

function SessionsDialog({ member, onClose }: Rest) {
  const t = useT();
  const asking = useAsking();
  const command = useEndSessions();
  const done = useDone(onClose);
  const { id, name } = member;
  return (
    <ChangeDialog
      title={t("members.endSessionsTitle", { name })}
      changes={[{ label: t("members.openSessions"), before: openSessionsOf(member), after: 0 }]}
      {...asking(command, { verb: t("members.act.endSessions"), hint: t("members.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done(t("members.endedToast", { name })) })}
      onCancel={onClose}
    />
  );
}

/** What a second person must confirm; nothing happens yet. */
function ProposeDialog({ kind, member: { id, name }, onClose }: Rest & { kind: "reopen" | "factor" }) {
  const t = useT();
  const asking = useAsking();
  const command = usePropose();
  const done = useDone(onClose);
  const changes = {
    reopen: { label: t("members.state"), before: t("members.closed"), after: t("members.open") },
    factor: { label: t("members.factors"), before: t("members.bound"), after: t("members.none") },
  };
  return (
    <ChangeDialog
      title={t(`members.${kind}Title`, { name })}
      changes={[changes[kind]]}
      {...asking(command, { verb: t("members.propose"), hint: t("members.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, kind, reason }, { onSuccess: done(t("members.proposedToast")) })}
      onCancel={onClose}
    >
      <p className="text-sm text-muted">{t(kind === "factor" ? "members.factorText" : "members.proposeText")}</p>
    </ChangeDialog>
  );
}

const NAME_MIN = 3;
const NAME_MAX = 80;

function NameDialog({ member: { id, name, verifiedNameMasked }, onClose }: Rest) {
  const t = useT();
  const asking = useAsking();
  const command = useProposeName();
  const done = useDone(onClose);
  const [wanted, setWanted] = useState("");
  return (
    <ChangeDialog
      title={t("members.nameTitle", { name })}
      changes={[{ label: t("members.verifiedName"), before: verifiedNameMasked ?? t("members.none"), after: wanted.trim() || "–" }]}
      {...asking(command, { verb: t("members.propose"), hint: t("members.reasonHint") })}
      isBlocked={wanted.trim().length < NAME_MIN}
      onConfirm={(reason) => command.mutate({ id, name: wanted.trim(), reason }, { onSuccess: done(t("members.proposedToast")) })}
      onCancel={onClose}
    >
      <TextField label={t("members.verifiedName")} autoComplete="off" maxLength={NAME_MAX} value={wanted} onChange={(event) => setWanted(event.target.value)} />
      <p className="text-sm text-muted">{t("members.proposeText")}</p>
    </ChangeDialog>
  );
}

/** A masked field in full, once the reason stands in the staff log; gone with the dialog. */
function RevealDialog({ act: { field, payoutAccountId }, member: { id, name }, onClose }: ActProps<Extract<MemberAct, { kind: "reveal" }>>) {
  const t = useT();
  const asking = useAsking();
  const command = useReveal();
  const label = t(`members.field.${field}`);
  if (command.data)
    return (
      <Dialog
        open
        title={t("members.revealedTitle", { name })}
        onClose={onClose}
        closeLabel={t("ui.close")}
        footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
      >
        <p className="text-sm text-muted">{label}</p>
        <p className="mt-2 flex items-center justify-between gap-3 rounded-sm border border-line bg-field px-4 py-3">
          <span className="min-w-0 font-semibold break-words select-all">{command.data.value}</span>
          <CopyButton text={command.data.value} label={t("ui.copy")} copiedLabel={t("copy_success")} />
        </p>
      </Dialog>
    );
  return (
    <ChangeDialog
      title={t("members.revealTitle", { name })}
      changes={[{ label, before: t("members.masked"), after: t("members.shown") }]}
      {...asking(command, { verb: t("members.reveal"), hint: t("members.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, field, reason, ...(payoutAccountId === undefined ? {} : { payoutAccountId }) })}
      onCancel={onClose}
    />
  );
}
