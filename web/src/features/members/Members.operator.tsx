import { type Member, verifications } from "@laro/contract/members";
import { Search } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { type Filters, type MemberRights, useFind, useMembers } from "./members.operator.api.ts";
import { MemberBadges, useTypeWord } from "./memberWords.operator.tsx";
import { MemberProposalsOperator } from "./MemberProposals.operator.tsx";
import { MemberViewOperator } from "./MemberView.operator.tsx";

const states = ["ineligible", "restricted", "closed"] as const;
const SEARCH_LENGTH_MAX = 120;

/** What is being looked at lives in the URL; what is somebody's own, such as a telephone number, never does. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    setParams((now) => {
      const changed = new URLSearchParams(now);
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === "") changed.delete(name);
        else changed.set(name, value);
      }
      return changed;
    });
  const type = params.get("type");
  const filters: Filters = {
    ...(params.get("search") === null ? {} : { search: params.get("search")! }),
    ...(type === null || !/^[0-9]{1,3}$/.test(type) ? {} : { type: Number(type) }),
    verification: verifications.find((one) => one === params.get("verification")),
    state: states.find((one) => one === params.get("state")),
  };
  const open = params.get("open") ?? "";
  return { filters, openId: /^[1-9][0-9]{0,17}$/.test(open) ? BigInt(open) : undefined, waits: params.get("waits") === "yes", change };
}

/** Numbers longer than any account's, addresses and e-mail addresses are somebody's own. */
export const isPrivate = (text: string): boolean => /[@.:+]/.test(text) || /^[0-9a-f]{64}$/i.test(text) || text.replaceAll(/[^0-9]/g, "").length >= 10;

/** Members: found by one text, and each from every side. */
export function MembersOperator({ rights }: { rights: MemberRights }) {
  const { openId, change } = usePlace();
  // What was found stands there again for whoever comes back from a member.
  const find = useFind();
  return openId === undefined ? (
    <MemberSearch rights={rights} find={find} />
  ) : (
    <MemberViewOperator key={String(openId)} id={openId} rights={rights} onBack={() => change({ open: undefined, tab: undefined })} />
  );
}

function MemberSearch({ rights, find }: { rights: MemberRights; find: ReturnType<typeof useFind> }) {
  const t = useT();
  const refusal = useRefusal();
  const { filters, waits, change } = usePlace();
  const asked = useMembers(filters, !waits);
  const rows = find.data?.list ?? asked.rows;
  const columns = useColumns();
  const look = (text: string) => {
    find.reset();
    change({ search: rights.canFind && isPrivate(text) ? undefined : text });
    if (rights.canFind && isPrivate(text)) find.mutate({ text });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("members.title")}</h1>
        <p className="text-muted">{t("members.text")}</p>
      </header>
      {rights.canSeeProposals && (
        <Tabs
          label={t("members.views")}
          items={[
            { id: "all", label: t("members.title") },
            { id: "waits", label: t("members.proposals") },
          ]}
          value={waits ? "waits" : "all"}
          onChange={(view) => change({ waits: view === "waits" ? "yes" : undefined })}
        />
      )}
      {waits && rights.canSeeProposals ? (
        <MemberProposalsOperator rights={rights} onOpen={(id) => change({ open: String(id) })} />
      ) : (
        <>
          <SearchForm search={find.variables?.text ?? filters.search ?? ""} busy={find.isPending} onLook={look} />
          {!find.data && <FilterRow filters={filters} onChange={change} />}
          <FormFault error={find.error} />
          <DataTable
            caption={t("members.title")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            face={find.isPending ? "loading" : find.data ? (rows.length === 0 ? "empty" : "ready") : faceOf(asked, rows.length)}
            empty={<EmptyState text={t("members.empty")} />}
            refused={<RefusedState {...refusal(asked)} />}
            onOpen={({ id }) => change({ open: String(id) })}
            footer={!find.data && <More {...asked} label={t("ui.more")} />}
          />
        </>
      )}
    </div>
  );
}

function SearchForm({ search, busy, onLook }: { search: string; busy: boolean; onLook: (text: string) => void }) {
  const t = useT();
  const [text, setText] = useState(search);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onLook(text.trim());
  };
  return (
    <form role="search" onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
      <TextField
        label={t("members.search")}
        hint={t("members.searchHint")}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SEARCH_LENGTH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        data-autofocus
      />
      <Button type="submit" icon={<Search />} busy={busy} className="sm:mt-6.5 sm:h-11">
        {t("members.look")}
      </Button>
    </form>
  );
}

function FilterRow({ filters, onChange }: { filters: Filters; onChange: (next: Record<string, string | undefined>) => void }) {
  const t = useT();
  const typeWord = useTypeWord();
  const any = { value: "", label: t("members.any") };
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        label={t("members.type")}
        options={[any, ...Object.values(accountTypes).map((type) => ({ value: String(type), label: typeWord(type) }))]}
        value={filters.type === undefined ? "" : String(filters.type)}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <Select
        label={t("members.verification")}
        options={[any, ...verifications.map((value) => ({ value, label: t(`members.verification.${value}`) }))]}
        value={filters.verification ?? ""}
        onChange={(event) => onChange({ verification: event.target.value })}
      />
      <Select
        label={t("members.state")}
        options={[any, ...states.map((value) => ({ value, label: t(`members.state.${value}`) }))]}
        value={filters.state ?? ""}
        onChange={(event) => onChange({ state: event.target.value })}
      />
    </div>
  );
}

function useColumns(): readonly Column<Member>[] {
  const t = useT();
  const typeWord = useTypeWord();
  return [
    {
      key: "name",
      label: t("members.name"),
      primary: true,
      render: ({ id, name }) => (
        <span className="grid">
          <span className="font-semibold">{name}</span>
          <span className="figures text-xs text-muted">{String(id)}</span>
        </span>
      ),
    },
    { key: "type", label: t("members.type"), render: ({ type }) => typeWord(type) },
    { key: "state", label: t("members.state"), render: (member) => <MemberBadges member={member} /> },
    { key: "balance", label: t("members.balance"), align: "end", render: ({ balance }) => <Money minor={balance} className="font-semibold" /> },
    {
      key: "since",
      label: t("members.since"),
      align: "end",
      className: "md:max-xl:hidden",
      render: ({ createdAt }) => <DateTime at={createdAt} shape="date" />,
    },
    {
      key: "seen",
      label: t("members.seen"),
      align: "end",
      render: ({ lastSeenAt }) => (lastSeenAt === null ? <span className="text-muted">{t("members.never")}</span> : <DateTime at={lastSeenAt} />),
    },
  ];
}
