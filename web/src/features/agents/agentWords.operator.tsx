import { formatRate } from "@laro/contract/core/contractTerms";
import { type AgentRow, LINE_COUNT_MAX } from "@laro/contract/agents";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { groupThousands } from "../../ui/Money.tsx";
import { useTypeWord } from "./typeWord.ts";

const tones = { open: "win", held: "primary", closed: "accent" } as const;

export function StandingBadge({ standing }: { standing: AgentRow["standing"] }) {
  const t = useT();
  return <Badge tone={tones[standing]}>{t("agents.standing", { standing })}</Badge>;
}

/** A line's size, or that it has more than is counted. */
export const lineCount = (count: number): string => (count < LINE_COUNT_MAX ? groupThousands(String(count)) : `${groupThousands(String(LINE_COUNT_MAX - 1))}+`);

/** A rate of thousandths of a percent, as "25%". */
export const rateText = (rate: number): string => `${formatRate(rate)}%`;

/** Somebody of the tree as a line of a table. */
export function useRowColumns(): Column<AgentRow>[] {
  const t = useT();
  const typeWord = useTypeWord();
  return [
    { key: "name", label: t("agents.account"), primary: true, render: ({ name }) => <span className="font-semibold">{name}</span> },
    { key: "id", label: t("agents.number"), render: ({ id }) => <span className="figures">{String(id)}</span> },
    { key: "type", label: t("agents.type"), render: ({ type, isAgent }) => <Badge tone={isAgent ? "primary" : "neutral"}>{typeWord(type)}</Badge> },
    { key: "standing", label: t("agents.standingTitle"), render: ({ standing, isAgent }) => isAgent && <StandingBadge standing={standing} /> },
    { key: "line", label: t("agents.line"), align: "end", render: ({ line }) => <span className="figures">{lineCount(line)}</span> },
    { key: "joined", label: t("agents.joined"), align: "end", render: ({ joinedAt }) => <DateTime at={joinedAt} shape="date" /> },
  ];
}
