import { Search } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useDirect } from "./agents.api.ts";

interface DownlinePickerProps {
  label: string;
  /** The account that is chosen. */
  value: string | undefined;
  onChange: (account: string | undefined) => void;
}

/** Chooses a direct downline by the beginning of its account name. */
export function DownlinePicker({ label, value, onChange }: DownlinePickerProps) {
  const t = useT();
  if (value === undefined) return <Finder label={label} onChange={onChange} />;
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex items-center justify-between gap-3 rounded-sm border border-line bg-field py-1.5 ps-3.5 pe-2">
        <span className="min-w-0 truncate font-semibold">{value}</span>
        <Button size="sm" tone="ghost" onClick={() => onChange(undefined)}>
          {t("agents.pickAnother")}
        </Button>
      </div>
    </div>
  );
}

function Finder({ label, onChange }: Pick<DownlinePickerProps, "label" | "onChange">) {
  const t = useT();
  const refusal = useRefusal();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const found = useDirect(useDeferredValue(typed.trim()));
  const list = found.data?.list ?? [];
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        hint={t("agents.pickHint")}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        aria-controls={listId}
        suffix={<Search aria-hidden="true" className="me-2 size-4.5 text-muted" />}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul
        id={listId}
        aria-label={t("agents.downlines")}
        aria-busy={found.isPending}
        className="grid max-h-60 content-start overflow-y-auto rounded-sm border border-line"
      >
        {found.data === undefined && (found.error ? <RefusedState {...refusal(found)} /> : <Skeleton className="h-11" />)}
        {found.data && list.length === 0 && <li className="px-3.5 py-3 text-sm text-muted">{t("agents.pickNone")}</li>}
        {list.map(({ account, nickname }) => (
          <li key={account} className="border-b border-line last:border-b-0">
            <button
              type="button"
              onClick={() => onChange(account)}
              className="flex min-h-11 w-full items-center justify-between gap-3 px-3.5 py-2 text-start text-sm transition -outline-offset-2 hover:bg-text/6"
            >
              <span className="min-w-0 truncate font-semibold">{account}</span>
              {nickname !== account && <span className="min-w-0 truncate text-muted">{nickname}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
