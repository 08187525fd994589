import type { ContentRow, VersionState } from "@laro/contract/content";
import { TriangleAlert } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { DateTime } from "../../ui/DateTime.tsx";

const tones = { draft: "primary", scheduled: "info", live: "win", over: "neutral", retired: "neutral" } as const satisfies Record<VersionState, BadgeTone>;

export function VersionBadge({ state }: { state: VersionState }) {
  return <Badge tone={tones[state]}>{useT()(`content.state.${state}`)}</Badge>;
}

/** Where an item stands: its newest version, and what visitors see meanwhile. */
export function ItemStates({ row: { state, liveNo, lastNo } }: { row: Pick<ContentRow, "state" | "liveNo" | "lastNo"> }) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <VersionBadge state={state} />
      {liveNo !== null && liveNo !== lastNo && <Badge tone="win">{t("content.liveNo", { no: liveNo })}</Badge>}
    </span>
  );
}

const languageTones = { complete: "win", older: "primary", missing: "accent" } as const;

/** Each language with how far it is; said in words for whoever does not see the colour. */
export function LanguageBadges({ languages }: Pick<ContentRow, "languages">) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {languages.map(({ language, state }) => (
        <Badge key={language} tone={languageTones[state]}>
          {language} <span className="font-medium">{t(`content.language.${state}`)}</span>
        </Badge>
      ))}
    </span>
  );
}

/** From when until when. */
export function Window({ startsAt, endsAt }: Pick<ContentRow, "startsAt" | "endsAt">) {
  const t = useT();
  if (startsAt === null && endsAt === null) return <span className="text-muted">{t("content.always")}</span>;
  return (
    <span className="grid gap-0.5 text-sm">
      {startsAt !== null && (
        <span>
          {t("content.from")} <DateTime at={startsAt} />
        </span>
      )}
      {endsAt !== null && (
        <span>
          {t("content.until")} <DateTime at={endsAt} />
        </span>
      )}
    </span>
  );
}

interface RemovedListProps {
  title: string;
  removed: readonly { readonly what: string; readonly count: number; readonly language?: string }[];
}

/** What the server left out of a formatted text. */
export function RemovedList({ title, removed }: RemovedListProps) {
  const t = useT();
  return (
    <div role="status" className="flex gap-3 rounded-sm border border-primary/40 bg-primary/10 px-4 py-3 text-sm">
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {removed.map(({ language, what, count }) => (
            <li key={`${language ?? ""}${what}`}>
              {language !== undefined && `${language}: `}
              {what === "depth" ? t("content.removedDepth") : <code>{what}</code>} × {count}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A moment as a field of this page writes it, by Manila's clock. */
export const toField = (moment: string | null): string =>
  moment === null ? "" : new Date(Date.parse(moment) + MANILA_MS).toISOString().slice(0, "yyyy-mm-ddThh:mm".length);

export const fromField = (typed: string): string | null => (typed === "" ? null : new Date(`${typed}:00.000+08:00`).toISOString());

const MANILA_MS = 8 * 60 * 60_000;
