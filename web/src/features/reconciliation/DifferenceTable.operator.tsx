import { type Difference, PROVIDER, systemExplanations } from "@laro/contract/reconciliation";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { type DifferenceFilter, type ReconciliationRights, useDifferences } from "./reconciliation.operator.api.ts";

export const kindWords = {
  missingHere: "reconciliation.missingHere",
  missingThere: "reconciliation.missingThere",
  amount: "reconciliation.amountDiffers",
  ownWord: "reconciliation.ownWord",
  otherPlayer: "reconciliation.otherPlayer",
  otherDay: "reconciliation.otherDay",
  fraction: "reconciliation.fraction",
  receivable: "reconciliation.receivable",
  unmatched: "reconciliation.unmatched",
  sums: "reconciliation.sums",
} as const satisfies Record<Difference["kind"], Key>;

/** Who tells otherwise than we do. */
export const sideWord = (party: string | undefined): Key => (party === undefined || party === PROVIDER ? "reconciliation.theirSide" : "vendors.vendor");

/** Of an id of ours its beginning is enough; a party's own may all begin alike. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who explains what no person needs to. */
const SYSTEM = "system";
const systemWords: ReadonlyMap<string, Key> = new Map([
  [systemExplanations.cameLater, "reconciliation.bySystem.cameLater"],
  [systemExplanations.replaced, "reconciliation.bySystem.replaced"],
]);

export interface DifferenceTableProps {
  filter: DifferenceFilter;
  rights: ReconciliationRights;
  onExplain: (row: Difference) => void;
}

export function DifferenceTableOperator({ filter, rights, onExplain }: DifferenceTableProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useDifferences(filter);
  const { rows } = asked;
  const columns: Column<Difference>[] = [
    { key: "reference", label: t("reconciliation.reference"), primary: true, render: (row) => <Reference {...row} /> },
    { key: "day", label: t("reconciliation.day"), className: "md:max-lg:hidden", render: ({ day }) => formatManila(`${day}T00:00:00+08:00`, "date") },
    {
      key: "kind",
      label: t("reconciliation.kind"),
      render: ({ flow, kind, said }) => (
        <span className="grid justify-items-end gap-0.5 md:justify-items-start">
          <Badge tone={kind === "amount" ? "primary" : "accent"}>{t(kindWords[kind])}</Badge>
          <span className="text-xs text-muted md:max-lg:max-w-28 md:max-lg:truncate" title={said ?? undefined}>
            {t(`reconciliation.${flow}`)}
            {said !== null && ` · ${said}`}
          </span>
        </span>
      ),
    },
    { key: "member", label: t("reconciliation.member"), render: (row) => <Member {...row} canReadJournal={rights.canReadJournal} /> },
    {
      key: "ours",
      label: t("reconciliation.ours"),
      align: "end",
      render: ({ ours }) => (ours === null ? "–" : <Money minor={ours} className="font-semibold" />),
    },
    { key: "theirs", label: t(sideWord(filter.party)), align: "end", render: ({ theirs }) => (theirs === null ? "–" : <Money minor={theirs} />) },
  ];
  if (filter.state === "explained") columns.push({ key: "explanation", label: t("reconciliation.explanation"), render: (row) => <Explanation {...row} /> });
  else if (rights.canExplain)
    columns.push({
      key: "explain",
      label: t("reconciliation.explanation"),
      align: "end",
      render: (row) => (
        <Button
          tone="secondary"
          size="sm"
          aria-label={t("reconciliation.explainTitle", { reference: row.shortReference ?? row.reference })}
          onClick={() => onExplain(row)}
        >
          {t("reconciliation.explain")}
        </Button>
      ),
    });
  return (
    <DataTable
      caption={t("reconciliation.differences")}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      face={faceOf(asked, rows.length)}
      empty={<EmptyState text={t(filter.state === "open" ? "reconciliation.noneOpen" : "reconciliation.noneExplained")} />}
      refused={<RefusedState {...refusal(asked)} />}
      footer={<More {...asked} label={t("ui.more")} />}
    />
  );
}

function Reference({ reference, shortReference }: Difference) {
  const t = useT();
  return (
    <span className="inline-flex items-center gap-1 md:max-lg:flex-col md:max-lg:items-start">
      {shortReference === null ? (
        <code className="max-w-40 truncate text-xs md:max-lg:max-w-20" title={reference}>
          {UUID.test(reference) ? reference.slice(0, 8) : reference}
        </code>
      ) : (
        <span className="figures">{shortReference}</span>
      )}
      <CopyButton text={reference} label={t("reconciliation.copy")} copiedLabel={t("reconciliation.copied")} />
    </span>
  );
}

function Member({ memberName, payer, line, canReadJournal }: Difference & { canReadJournal: boolean }) {
  const t = useT();
  // Whom the bank names is anyone's word, so it is no link.
  if (memberName === null) return payer ? <span className="text-muted md:whitespace-normal">{payer}</span> : "–";
  if (!canReadJournal) return memberName;
  const place = new URLSearchParams({ member: memberName, ...(line === null ? {} : { reference: line }) });
  return (
    <Anchor
      to={`/journal?${place}`}
      title={t("reconciliation.journal")}
      className="font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {memberName}
    </Anchor>
  );
}

function Explanation({ explanation, explainedBy }: Difference) {
  const t = useT();
  const bySystem = explainedBy === SYSTEM ? systemWords.get(explanation ?? "") : undefined;
  return (
    <span className="grid whitespace-normal">
      <span>{bySystem === undefined ? explanation : t(bySystem)}</span>
      {bySystem === undefined && <span className="text-xs text-muted">{explainedBy}</span>}
    </span>
  );
}
