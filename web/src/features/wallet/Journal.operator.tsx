import { type JournalLine, wallet } from "@laro/contract/wallet";
import { Filter, FilterX, Search, Undo2 } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiPages } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { FreezeBarOperator } from "./FreezeBar.operator.tsx";

const PAGE_ROWS = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whose lines, and of which operation if not all. */
export interface JournalFilter {
  readonly memberName: string;
  readonly reference?: string;
}

export interface JournalOperatorProps {
  /** Stands beside the title: the file of what is shown. */
  tools?: ComponentType<JournalFilter> | undefined;
  canFreeze: boolean;
  /** Left out for an officer who may only look. */
  onReverse?: ((line: { memberName: string; reference: string; amount: bigint }) => void) | undefined;
}

/** The member and the operation live in the URL, so that any page can open the lines of a figure. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const reference = params.get("reference") ?? "";
  return {
    member: params.get("member") ?? "",
    reference: UUID.test(reference) ? reference.toLowerCase() : "",
    open: (member: string, of: string) => setParams({ ...(member === "" ? {} : { member }), ...(of === "" ? {} : { reference: of }) }),
  };
}

export function JournalOperator({ tools: Tools, canFreeze, onReverse }: JournalOperatorProps) {
  const t = useT();
  const { member, reference, open } = usePlace();
  const filter: JournalFilter = { memberName: member, ...(reference === "" ? {} : { reference }) };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("wallet.journal")}</h1>
          <p className="text-muted">{t("wallet.journalText")}</p>
        </div>
        {member !== "" && Tools && <Tools {...filter} />}
      </header>
      <SearchForm key={`${member} ${reference}`} member={member} reference={reference} onSearch={open} />
      {member === "" ? (
        <section aria-label={t("wallet.journal")} className="rounded-md border border-line bg-card">
          <EmptyState text={t("wallet.journalStart")} />
        </section>
      ) : (
        <Lines
          filter={filter}
          canFreeze={canFreeze}
          onFilter={(of) => open(member, of)}
          onReverse={onReverse && ((line) => onReverse({ memberName: member, reference: line.reference, amount: line.amount }))}
        />
      )}
    </div>
  );
}

function SearchForm({ member, reference, onSearch }: { member: string; reference: string; onSearch: (member: string, reference: string) => void }) {
  const t = useT();
  const [isWrong, setWrong] = useState(false);
  return (
    <search>
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const of = String(fields.get("reference")).trim();
          if (of !== "" && !UUID.test(of)) return setWrong(true);
          onSearch(String(fields.get("member")).trim(), of);
        }}
      >
        <div className="w-full sm:w-60">
          <TextField name="member" label={t("wallet.member")} defaultValue={member} required maxLength={64} autoComplete="off" spellCheck={false} />
        </div>
        <div className="w-full sm:w-96">
          <TextField
            name="reference"
            label={t("wallet.reference")}
            error={isWrong && t("wallet.referenceWrong")}
            defaultValue={reference}
            maxLength={36}
            autoComplete="off"
            spellCheck={false}
            onChange={() => setWrong(false)}
          />
        </div>
        <Button type="submit" icon={<Search />} className="h-11 max-sm:w-full sm:mt-6.5">
          {t("wallet.search")}
        </Button>
      </form>
    </search>
  );
}

interface LinesProps {
  filter: JournalFilter;
  canFreeze: boolean;
  onFilter: (reference: string) => void;
  onReverse: ((line: JournalLine) => void) | undefined;
}

function Lines({ filter, canFreeze, onFilter, onReverse }: LinesProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useApiPages(wallet.lines, { ...filter, limit: PAGE_ROWS });
  const { rows, first } = asked;
  const columns = useColumns({ isFiltered: filter.reference !== undefined, onFilter, onReverse });
  return (
    <>
      {first && <FreezeBarOperator memberName={filter.memberName} frozen={first.frozen} canFreeze={canFreeze} />}
      {first && (
        <dl className="flex flex-wrap gap-2" aria-label={t("wallet.wallets")}>
          {first.wallets.map(({ code, balance }) => (
            <div key={code} className="grid min-w-32 flex-1 gap-0.5 rounded-md border border-line bg-card px-4 py-2.5 sm:flex-none">
              <dt className="text-xs text-muted">{code}</dt>
              <dd className="text-base font-semibold">
                <Money minor={balance} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <DataTable
        caption={t("wallet.lines")}
        columns={columns}
        rows={rows}
        rowKey={({ wallet: code, seq }) => `${code} ${seq}`}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t(filter.reference === undefined ? "wallet.journalEmpty" : "wallet.journalNoLine")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </>
  );
}

/** The server decides what can be mirrored; nothing is offered that it would refuse for sure. */
const isReversible = ({ wallet: code, kind, contra, reversed }: JournalLine): boolean =>
  code === "MAIN" && kind !== "bet" && !reversed && !contra.startsWith("transit:");

interface Acts extends Pick<LinesProps, "onFilter" | "onReverse"> {
  readonly isFiltered: boolean;
}

function useColumns({ isFiltered, onFilter, onReverse }: Acts): readonly Column<JournalLine>[] {
  const t = useT();
  const columns: Column<JournalLine>[] = [
    { key: "at", label: t("wallet.at"), primary: true, render: ({ at }) => <DateTime at={at} shape="exact" /> },
    { key: "wallet", label: t("wallet.wallet"), render: ({ wallet: code, seq }) => <Place code={code} seq={seq} /> },
    { key: "kind", label: t("wallet.kind"), render: ({ kind, reversed }) => <Kind kind={kind} reversed={reversed} /> },
    { key: "contra", label: t("wallet.contra"), className: "md:max-xl:hidden", render: ({ contra }) => <code className="text-xs text-muted">{contra}</code> },
    { key: "amount", label: t("wallet.amount"), align: "end", render: ({ amount }) => <Money minor={amount} signed className="font-semibold" /> },
    {
      key: "after",
      label: t("wallet.balanceAfter"),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ balanceAfter }) => <Money minor={balanceAfter} />,
    },
    { key: "reference", label: t("wallet.reference"), render: ({ reference }) => <Reference {...{ reference, isFiltered, onFilter }} /> },
  ];
  if (onReverse)
    columns.push({
      key: "reverse",
      label: t("wallet.reversal"),
      align: "end",
      render: (line) =>
        isReversible(line) && (
          <span className="inline-flex">
            <IconButton label={t("wallet.proposeReversal", { line: line.seq })} size="sm" outlined onClick={() => onReverse(line)}>
              <Undo2 />
            </IconButton>
          </span>
        ),
    });
  return columns;
}

function Place({ code, seq }: { code: string; seq: string }) {
  return (
    <span className="figures">
      {code} <span className="text-muted">{seq}</span>
    </span>
  );
}

function Kind({ kind, reversed }: Pick<JournalLine, "kind" | "reversed">) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={kind === "adjustment" || kind === "reversal" ? "primary" : "neutral"}>{t(`wallet.kind.${kind}`)}</Badge>
      {reversed && <Badge tone="accent">{t("wallet.reversed")}</Badge>}
    </span>
  );
}

function Reference({ reference, isFiltered, onFilter }: { reference: string; isFiltered: boolean; onFilter: (reference: string) => void }) {
  const t = useT();
  const word = t(isFiltered ? "wallet.showAll" : "wallet.showOperation");
  return (
    <span className="inline-flex items-center gap-1">
      <code className="text-xs text-muted" title={reference}>
        {reference.slice(0, 8)}
      </code>
      <CopyButton text={reference} label={t("wallet.copyReference")} copiedLabel={t("wallet.copied")} />
      <IconButton label={word} size="sm" onClick={() => onFilter(isFiltered ? "" : reference)}>
        {isFiltered ? <FilterX /> : <Filter />}
      </IconButton>
    </span>
  );
}
