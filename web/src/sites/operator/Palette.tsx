import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Banknote, Users } from "lucide-react";
import { useLocation } from "wouter";
import { useT } from "../../api/language.ts";
import { useLoadedWithdrawals } from "../../features/withdrawals/withdrawals.operator.api.ts";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import type { ConsolePage } from "./consolePage.ts";

interface Found {
  label: string;
  note: string;
  icon: ReactNode;
  to: string;
}

const FOUND_MAX = 8;

/** Jumps to a page, or to a withdrawal of the loaded queue by its reference or member. */
export function Palette({ pages, onClose }: { pages: readonly ConsolePage[]; onClose: () => void }) {
  const t = useT();
  const [, go] = useLocation();
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useFound(pages, wanted);
  const open = ({ to }: Found) => {
    onClose();
    go(to);
  };
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const one = found[chosen];
    if (step !== undefined && found.length > 0) setChosen((chosen + step + found.length) % found.length);
    else if (event.key === "Enter" && one) open(one);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open title={t("console.searchShort")} size="md" onClose={onClose} closeLabel={t("ui.close")}>
      <TextField
        label={t("console.search")}
        hint={t("console.searchHint")}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={wanted}
        onChange={(event) => {
          setWanted(event.target.value);
          setChosen(0);
        }}
        onKeyDown={steer}
      />
      <div id="found" role="listbox" aria-label={t("console.searchShort")} className="mt-4 grid gap-1">
        {found.map((one, at) => (
          // The field keeps the focus and the keys; a press is for the pointer.
          <div
            key={one.to}
            id={`found-${at}`}
            role="option"
            aria-selected={at === chosen}
            tabIndex={-1}
            onPointerMove={() => setChosen(at)}
            onClick={() => open(one)}
            onKeyDown={steer}
            className={cx(
              "flex cursor-pointer items-center gap-3 rounded-sm px-3 py-2.5 text-sm [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted",
              at === chosen && "bg-primary/14 [&_svg]:text-primary-text",
            )}
          >
            {one.icon}
            <span className="min-w-0 flex-1 truncate font-medium">{one.label}</span>
            <span className="shrink-0 text-xs text-muted">{one.note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="py-4 text-center text-sm text-muted">
          {t("console.searchNothing")}
        </p>
      )}
    </Dialog>
  );
}

function useFound(pages: readonly ConsolePage[], wanted: string): readonly Found[] {
  const t = useT();
  const queue = useLoadedWithdrawals();
  const all: Found[] = [
    ...pages.map(({ path, word, icon }) => ({ label: t(word), note: t("console.searchPage"), icon, to: path })),
    ...queue.map(({ id, reference, memberName, state }) => ({
      label: reference,
      note: memberName,
      icon: <Banknote />,
      to: `/withdrawals?state=${state}&open=${id}`,
    })),
  ];
  const needle = wanted.trim().toLowerCase();
  const found = all.filter(({ label, note }) => `${label} ${note}`.toLowerCase().includes(needle)).slice(0, FOUND_MAX);
  // A telephone number or an address never stands in a URL: those are typed on the page itself.
  const mayLook = pages.some(({ path }) => path === "/members") && /^(?:[a-z][a-z0-9]*|[0-9]{1,9})$/.test(needle);
  return mayLook ? [...found, { label: wanted.trim(), note: t("members.searchNote"), icon: <Users />, to: `/members?search=${needle}` }] : found;
}
