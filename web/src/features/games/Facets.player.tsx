import type { FacetChoice, Facets } from "@laro/contract/games";
import { SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { cancelledBy, useModal } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { useCurrencySymbol } from "../../ui/Money.tsx";
import { type FacetName, facetNames, liftFacet, type Narrowing, toggleChoice } from "./narrowing.ts";

export interface NarrowingProps {
  facets: Facets | undefined;
  /** How many games the choices leave. */
  total: number;
  narrowing: Narrowing;
  onChange: (narrowing: Narrowing) => void;
}

const NO_CHOICES: readonly FacetChoice[] = [];

/** What a choice is called; a vendor that left no game is called by its code. */
function useChoiceName(facets: Facets | undefined): (facet: FacetName, code: string) => string {
  const t = useT();
  const symbol = useCurrencySymbol();
  return (facet, code) => {
    if (facet === "vendors") return facets?.vendors.find((choice) => choice.code === code)?.name ?? code;
    if (facet === "minimumBet") return t("games.facetMinimumBet", { amount: `${symbol}${code}` });
    if (facet === "feature") return t("games.feature", { code });
    if (facet === "volatility") return t("games.volatilityStep", { step: code });
    return t("games.facetChoice", { facet, code });
  };
}

/** The way to the sheet of choices, and those made, each of which a press takes back. */
export function Narrow({ facets, total, narrowing, onChange }: NarrowingProps) {
  const t = useT();
  const nameOf = useChoiceName(facets);
  const [isOpen, setOpen] = useState(false);
  const chosen = facetNames.flatMap((facet) => (narrowing[facet] ?? []).map((code) => ({ facet, code })));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button tone="secondary" icon={<SlidersHorizontal />} onClick={() => setOpen(true)}>
        {t("games.narrow")}
      </Button>
      {chosen.length > 0 && (
        <ul aria-label={t("games.chosen")} className="contents">
          {chosen.map(({ facet, code }) => (
            <li key={facet + code}>
              <button
                type="button"
                aria-label={t("games.takeBack", { choice: nameOf(facet, code) })}
                onClick={() => onChange(toggleChoice(narrowing, facet, code))}
                className="flex h-10 items-center gap-1.5 rounded-pill border border-primary bg-primary/14 ps-4 pe-3 text-sm font-medium"
              >
                {nameOf(facet, code)}
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 1 && (
        <Button tone="ghost" size="sm" onClick={() => onChange({})}>
          {t("games.takeAllBack")}
        </Button>
      )}
      <p role="status" className="figures ms-auto text-sm text-muted">
        {facets && t("games.count", { count: total })}
      </p>
      {isOpen && <Sheet facets={facets} total={total} narrowing={narrowing} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** All choices with what each would leave; a press acts at once, behind the sheet. */
function Sheet({ facets, total, narrowing, onChange, onClose }: NarrowingProps & { onClose: () => void }) {
  const t = useT();
  const element = useModal();
  return (
    <dialog
      ref={element}
      aria-label={t("games.narrow")}
      onCancel={cancelledBy(onClose)}
      className="fixed inset-y-0 start-auto end-0 m-0 h-dvh max-h-none w-96 max-w-[min(92vw,100%)] animate-rise flex-col border-s border-line bg-raised text-text backdrop:animate-fade backdrop:bg-veil open:flex"
    >
      <header className="flex items-center justify-between gap-3 px-5 pt-4 pb-2">
        <h2 className="text-lg font-bold">{t("games.narrow")}</h2>
        <IconButton label={t("ui.close")} onClick={onClose} className="-me-2">
          <X />
        </IconButton>
      </header>
      <div className="grid flex-1 content-start gap-6 overflow-y-auto overscroll-contain px-5 py-3">
        {facetNames.map((facet) => (
          <Facet key={facet} facet={facet} facets={facets} narrowing={narrowing} onChange={onChange} />
        ))}
      </div>
      <footer className="flex gap-3 border-t border-line px-5 py-4 pb-[max(16px,env(safe-area-inset-bottom))] *:flex-1">
        <Button tone="secondary" disabled={Object.keys(narrowing).length === 0} onClick={() => onChange({})}>
          {t("games.takeAllBack")}
        </Button>
        <Button onClick={onClose}>{t("games.showFound", { count: total })}</Button>
      </footer>
    </dialog>
  );
}

interface FacetProps extends Pick<NarrowingProps, "facets" | "narrowing" | "onChange"> {
  facet: FacetName;
}

function Facet({ facet, facets, narrowing, onChange }: FacetProps) {
  const t = useT();
  const nameOf = useChoiceName(facets);
  const chosen = narrowing[facet] ?? [];
  const offered = facets?.[facet] ?? NO_CHOICES;
  const left = chosen.filter((code) => !offered.some((choice) => choice.code === code)).map((code) => ({ code, name: code, count: 0 }));
  const choices = [...offered, ...left];
  if (choices.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 text-sm font-semibold">{t("games.facet", { facet })}</legend>
      {choices.map(({ code, count }) => (
        <label key={code} className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm text-sm hover:bg-text/6">
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={() => onChange(toggleChoice(narrowing, facet, code))}
            className="size-4.5 shrink-0 cursor-pointer accent-(--primary-text)"
          />
          <span className="min-w-0 flex-1 truncate">{nameOf(facet, code)}</span>
          <span className="figures text-xs text-muted">{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Nothing is left: which choice keeps out most, and a press that lifts it. */
export function NothingLeft({ facets, narrowing, onChange }: Omit<NarrowingProps, "total">) {
  const t = useT();
  const [most] = (facets?.without ?? []).toSorted((a, b) => b.count - a.count);
  const facet = facetNames.find((name) => name === most?.facet);
  const lifts = facet !== undefined && most !== undefined && most.count > 0;
  return (
    <EmptyState
      drawing="banca"
      text={lifts ? t("games.nothingLeftBy", { facet, count: most.count }) : t("games.nothingLeft")}
      action={<Button onClick={() => onChange(lifts ? liftFacet(narrowing, facet) : {})}>{lifts ? t("games.lift", { facet }) : t("games.takeAllBack")}</Button>}
    />
  );
}
