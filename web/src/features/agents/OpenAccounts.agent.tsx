import { accounts, type Activation, type OpenedAccount } from "@laro/contract/accounts";
import { UserPlus } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useTypeWord } from "./typeWord.ts";

const NAME_MAX = 64;
const FIELDS = ["username", "opens"];
const OPENED = { stale: [accounts.opened] };

/** Accounts the agent opens for others, and those that wait for their owners; nothing stands here where agents open none. */
export function OpenAccounts() {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useApiQuery(accounts.opened, {});
  const [isOpening, setOpening] = useState(false);
  const [made, setMade] = useState<Activation>();
  if (data === undefined && error !== null)
    return (
      <Panel title={t("agents.openedTitle")}>
        <RefusedState {...refusal({ error, refetch })} />
      </Panel>
    );
  if (data === undefined || (data.types.length === 0 && data.list.length === 0)) return null;
  const show = (activation: Activation) => {
    setOpening(false);
    setMade(activation);
  };
  return (
    <Panel title={t("agents.openedTitle")} text={t("agents.openedText", { address: `${location.host}/activate` })}>
      <div className="grid gap-4">
        {data.types.length > 0 && (
          <Button icon={<UserPlus />} className="justify-self-start" onClick={() => setOpening(true)}>
            {t("agents.openAccount")}
          </Button>
        )}
        {data.list.length > 0 && (
          <ul aria-label={t("agents.openedTitle")} className="grid">
            {data.list.map((one) => (
              <Waiting key={String(one.accountId)} one={one} onMade={show} />
            ))}
          </ul>
        )}
      </div>
      {isOpening && <OpenDialog types={data.types} onMade={show} onClose={() => setOpening(false)} />}
      {made && <CodeDialog made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  );
}

function Waiting({ one: { accountId, account, type, expiresAt, works, codesLeft }, onMade }: { one: OpenedAccount; onMade: (made: Activation) => void }) {
  const t = useT();
  const faultOf = useFault();
  const typeWord = useTypeWord();
  const renew = useApiCommand(accounts.renewCode, OPENED);
  const again = () => renew.mutate({ accountId }, { onSuccess: onMade, onError: (error) => showToast(faultOf(error).text, "problem") });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <span className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold break-all">{account}</strong>
          <Badge tone="neutral">{typeWord(type)}</Badge>
        </span>
        <span className="text-xs text-muted">{works ? t("agents.codeUntil", { until: formatManila(expiresAt) }) : t("agents.codeOver")}</span>
      </span>
      <Button
        tone="secondary"
        size="sm"
        aria-label={t("agents.newActivationOf", { name: account })}
        disabled={codesLeft === 0}
        busy={renew.isPending}
        onClick={again}
      >
        {t("agents.newActivation")}
      </Button>
    </li>
  );
}

interface OpenProps {
  types: readonly OpenedType[];
  onMade: (made: Activation) => void;
  onClose: () => void;
}
type OpenedType = 0 | 1 | 2 | 41 | 42;

function OpenDialog({ types, onMade, onClose }: OpenProps) {
  const t = useT();
  const typeWord = useTypeWord();
  const faultOf = useFault();
  const open = useApiCommand(accounts.open, OPENED);
  const [username, setUsername] = useState("");
  const [opens, setOpens] = useState(types.at(-1) ?? 0);
  const fault = open.error === null ? undefined : faultOf(open.error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (username.trim() !== "" && !open.isPending) open.mutate({ username: username.trim(), opens }, { onSuccess: onMade });
  };
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={open.isPending}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form="openAccount" busy={open.isPending} disabled={username.trim() === ""}>
        {t("agents.openIt")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("agents.openAccount")} size="md" onClose={open.isPending ? undefined : onClose} closeLabel={t("ui.cancel")} footer={footer}>
      <form id="openAccount" className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t("sessions.username")}
          error={faultAt("username")}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={NAME_MAX}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          data-autofocus
        />
        <Select
          label={t("agents.openedType")}
          error={faultAt("opens")}
          options={types.map((type) => ({ value: String(type), label: typeWord(type) }))}
          value={String(opens)}
          onChange={(event) => setOpens(types.find((type) => String(type) === event.target.value) ?? opens)}
        />
        <FormFault error={open.error} fields={FIELDS} />
      </form>
    </Dialog>
  );
}

/** The code, shown once. */
function CodeDialog({ made: { account, code, expiresAt }, onClose }: { made: Activation; onClose: () => void }) {
  const t = useT();
  const footer = <Button onClick={onClose}>{t("ui.close")}</Button>;
  return (
    <Dialog open title={t("agents.codeOnce", { name: account })} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t("agents.codeOnceText", { until: formatManila(expiresAt) })}</p>
        <p className="flex items-center justify-center gap-2 rounded-sm border border-line bg-field px-4 py-4">
          <span className="font-display text-2xl font-bold tracking-widest">{code}</span>
          <CopyButton text={code} label={t("agents.copyActivation")} copiedLabel={t("copy_success")} />
        </p>
      </div>
    </Dialog>
  );
}
