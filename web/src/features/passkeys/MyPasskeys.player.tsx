import type { OutputOf } from "@laro/contract/core/endpoint";
import { passkeys } from "@laro/contract/passkeys";
import { FingerprintPattern as Fingerprint, KeySquare } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { hasPasskeys, makePasskey, NothingShown } from "../../api/authenticator.ts";
import { call } from "../../api/call.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFlag } from "../../api/permission.ts";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog, Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";

type Passkey = OutputOf<typeof passkeys.mine>["list"][number];

const stale = [passkeys.mine];
const NAME_LENGTH_MAX = 40;

/** A member's passkeys; nothing where the site has none. */
export const MyPasskeys = () => useFlag("passkeys") && <Passkeys />;

/** Makes a passkey under a name that its owner changes as they like. */
function useAdd(onAdded: () => void) {
  const t = useT();
  const sentenceOf = useFault();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const add = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const { options } = await call(passkeys.beginAdd, {});
      await call(passkeys.add, { name: t("passkeys.newName"), credential: await makePasskey(options) });
      showToast(t("passkeys.added"), "success");
      onAdded();
    } catch (error) {
      setFault(error instanceof NothingShown ? t("passkeys.nothingMade") : sentenceOf(error as Error).text);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, add: () => void add() };
}

function Passkeys() {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useApiQuery(passkeys.mine, {});
  const { isBusy, fault, add } = useAdd(() => void refetch());
  const canAdd = data?.offered === true && hasPasskeys();
  return (
    <Panel title={t("passkeys.title")} text={t("passkeys.text")}>
      {data === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {data === undefined && error === null && <Skeleton className="h-20 w-full" />}
      {data !== undefined && data.list.length > 0 && (
        <ul className="mb-4 grid">
          {data.list.map((one) => (
            <PasskeyRow key={one.id} passkey={one} />
          ))}
        </ul>
      )}
      {canAdd && (
        <Button icon={<Fingerprint />} tone={data.list.length > 0 ? "secondary" : "primary"} busy={isBusy} className="justify-self-start" onClick={add}>
          {t("passkeys.add")}
        </Button>
      )}
      {data !== undefined && !canAdd && <p className="text-sm text-muted">{t("passkeys.notHere")}</p>}
      {fault !== undefined && (
        <p role="alert" className="mt-3 rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {fault}
        </p>
      )}
    </Panel>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, usedAt } }: { passkey: Passkey }) {
  const t = useT();
  const faultOf = useFault();
  const [open, setOpen] = useState<"rename" | "remove">();
  const close = () => setOpen(undefined);
  const command = useApiCommand(passkeys.remove, { stale });
  const remove = () =>
    command.mutate(
      { id },
      {
        onSuccess: () => showToast(t("passkeys.removed"), "success"),
        onError: (error) => showToast(faultOf(error).text, "problem"),
        onSettled: close,
      },
    );
  return (
    <li className="flex items-center gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-pill bg-text/6 text-muted">
        <KeySquare className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1 text-xs text-muted">
        <span className="truncate text-sm font-semibold text-text">{name}</span>
        <span>
          {t("passkeys.since")} <DateTime at={createdAt} />
        </span>
        <span>
          {usedAt === null ? (
            t("passkeys.unused")
          ) : (
            <>
              {t("passkeys.used")} {<DateTime at={usedAt} />}
            </>
          )}
        </span>
      </span>
      <span className="flex gap-1 max-sm:flex-col">
        <Button size="sm" tone="secondary" aria-label={`${t("passkeys.rename")}: ${name}`} onClick={() => setOpen("rename")}>
          {t("passkeys.rename")}
        </Button>
        <Button size="sm" tone="ghost" aria-label={`${t("passkeys.remove")}: ${name}`} onClick={() => setOpen("remove")}>
          {t("passkeys.remove")}
        </Button>
      </span>
      <Dialog open={open === "rename"} title={t("passkeys.renameTitle")} onClose={close} closeLabel={t("ui.close")}>
        {open === "rename" && <Rename id={id} name={name} onDone={close} />}
      </Dialog>
      <ConfirmDialog
        open={open === "remove"}
        title={t("passkeys.removeTitle")}
        body={t("passkeys.removeText")}
        confirmLabel={t("passkeys.remove")}
        cancelLabel={t("ui.cancel")}
        busy={command.isPending}
        onConfirm={remove}
        onCancel={close}
      />
    </li>
  );
}

function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState(name);
  const rename = useApiCommand(passkeys.rename, { stale });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") rename.mutate({ id, name: typed.trim() }, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t("passkeys.name")}
        name="name"
        required
        maxLength={NAME_LENGTH_MAX}
        value={typed}
        error={typed.trim() === "" ? t("sessions.required") : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormFault error={rename.error} />
      <Button type="submit" busy={rename.isPending}>
        {t("passkeys.save")}
      </Button>
    </form>
  );
}
