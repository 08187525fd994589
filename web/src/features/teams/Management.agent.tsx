import { accountTypes } from "@laro/contract/core/accountTypes";
import { type TeamMember, teams } from "@laro/contract/teams";
import { Search } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { More } from "../../ui/More.tsx";
import { addDays } from "../../ui/days.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type BetweenUs, MemberDetail } from "./MemberDetail.agent.tsx";
import { type TeamPlace, useTeamPlace } from "./place.agent.ts";
import { BasisNote, SpanBar, TeamPage, Trail, TypeBadge, useTypeName } from "./teamParts.agent.tsx";
import { useMembers } from "./teams.api.ts";

const SEARCH_LENGTH_MAX = 64;
const reaches = ["level", "line"] as const;
const states = ["active", "idle"] as const;
const joined = ["0", "6", "29"] as const;
const joinedWords = { "0": "days.today", "6": "days.past7", "29": "days.past30" } as const;

/** What of the address narrows the list. */
function filtersOf({ read, today, span, id }: TeamPlace) {
  const type = read("type");
  const since = joined.find((days) => days === read("joined"));
  const search = read("search");
  return {
    ...span,
    reach: reaches.find((one) => one === read("reach")) ?? "level",
    state: states.find((one) => one === read("state")),
    ...(id === undefined ? {} : { id }),
    ...(search === undefined ? {} : { search }),
    ...(type === undefined || !/^[0-9]{1,2}$/.test(type) ? {} : { type: Number(type) }),
    ...(since === undefined ? {} : { joinedFrom: addDays(today, -Number(since)) }),
  };
}

/** Team management: who stands where, one level at a time, and each account's detail. */
export function TeamManagement({ links }: { links: BetweenUs }) {
  const t = useT();
  const place = useTeamPlace();
  const open = place.read("open");
  const isOpen = open !== undefined && /^[1-9][0-9]{0,17}$/.test(open);
  if (isOpen) return <MemberDetail key={open} id={BigInt(open)} place={place} links={links} />;
  return (
    <TeamPage title={t("teams.management")} text={t("teams.management.text")}>
      <MemberList place={place} />
    </TeamPage>
  );
}

function MemberList({ place }: { place: TeamPlace }) {
  const t = useT();
  const refusal = useRefusal();
  const { change, id } = place;
  const filters = filtersOf(place);
  const members = useMembers(filters);
  const csv = useCsv(teams.membersCsv, filters);
  const openLevel = (to: bigint | undefined) => change({ of: to === undefined ? undefined : String(to), search: undefined, reach: undefined });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Trail trail={members.first?.trail} onOpen={openLevel} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Tabs
          label={t("teams.reach")}
          items={reaches.map((reach) => ({ id: reach, label: t(`teams.reach.${reach}`) }))}
          value={filters.reach}
          onChange={(reach) => change({ reach: reach === "level" ? undefined : reach })}
        />
        {members.first?.searchable !== false && id === undefined && <SearchForm search={filters.search ?? ""} onLook={(search) => change({ search })} />}
      </div>
      <FilterRow place={place} />
      <SpanBar place={place} csv={csv} />
      <BasisNote of={members.first} />
      <DataTable
        caption={t("teams.management")}
        columns={useColumns({ isLevel: filters.reach === "level", openLevel })}
        rows={members.rows}
        rowKey={(row) => String(row.id)}
        onOpen={(row) => change({ open: String(row.id), of: undefined })}
        // A page may hold nobody, and there is more to look through.
        face={faceOf(members, members.hasNextPage ? 1 : members.rows.length)}
        empty={<EmptyState drawing="banca" text={t(id === undefined ? "teams.members.empty" : "teams.members.emptyLevel")} />}
        refused={<RefusedState {...refusal(members)} />}
        footer={<More {...members} label={t("ui.more")} />}
      />
    </div>
  );
}

function SearchForm({ search, onLook }: { search: string; onLook: (text: string) => void }) {
  const t = useT();
  const [text, setText] = useState(search);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onLook(text.trim());
  };
  return (
    <form role="search" onSubmit={submit} className="flex w-full items-end gap-2 sm:w-96">
      <div className="min-w-0 flex-1">
        <TextField
          label={t("teams.search")}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          placeholder={t("teams.search.hint")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" tone="secondary" icon={<Search />} className="h-11">
        {t("teams.search.button")}
      </Button>
    </form>
  );
}

function FilterRow({ place: { read, change } }: { place: TeamPlace }) {
  const t = useT();
  const typeName = useTypeName();
  const any = { value: "", label: t("teams.filter.any") };
  const types = [accountTypes.player, accountTypes.affiliate, accountTypes.seniorAffiliate, accountTypes.agent, accountTypes.seniorAgent];
  const selects = [
    { name: "type", label: t("teams.csv.type"), options: types.map((type) => ({ value: String(type), label: typeName(type) })) },
    { name: "joined", label: t("teams.csv.joined"), options: joined.map((days) => ({ value: days, label: t(joinedWords[days]) })) },
    { name: "state", label: t("teams.filter.state"), options: states.map((state) => ({ value: state, label: t(`teams.filter.${state}`) })) },
  ];
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:max-w-200">
      {selects.map(({ name, label, options }) => (
        <Select key={name} label={label} value={read(name) ?? ""} onChange={(event) => change({ [name]: event.target.value })} options={[any, ...options]} />
      ))}
    </div>
  );
}

/** Between a phone's cards and a wide window there is no room for when somebody joined; on one level all stand equally deep. */
const WIDE_ONLY = "md:max-lg:hidden";

function useColumns({ isLevel, openLevel }: { isLevel: boolean; openLevel: (id: bigint) => void }): readonly Column<TeamMember>[] {
  const t = useT();
  const level: Column<TeamMember> = {
    key: "level",
    label: t("teams.csv.level"),
    align: "end",
    className: WIDE_ONLY,
    render: (row) => <span className="figures">{row.level}</span>,
  };
  return [
    { key: "account", label: t("teams.csv.account"), primary: true, render: ({ account }) => <span className="font-semibold">{account}</span> },
    { key: "type", label: t("teams.csv.type"), render: ({ type }) => <TypeBadge type={type} /> },
    ...(isLevel ? [] : [level]),
    {
      key: "joined",
      label: t("teams.csv.joined"),
      align: "end",
      className: WIDE_ONLY,
      render: ({ joinedOn }) => <span className="figures">{formatCalendar(joinedOn)}</span>,
    },
    {
      key: "lastDay",
      label: t("teams.csv.lastDay"),
      align: "end",
      className: WIDE_ONLY,
      render: ({ lastDay }) => <span className="figures text-muted">{lastDay === null ? t("teams.never") : formatCalendar(lastDay)}</span>,
    },
    { key: "own", label: t("teams.ownBet"), align: "end", render: ({ own }) => <Money minor={own.valid} /> },
    { key: "line", label: t("teams.csv.line"), align: "end", render: ({ line }) => <Money minor={line.valid} /> },
    {
      key: "result",
      label: t("teams.csv.result"),
      align: "end",
      render: ({ own, line }) => <Money minor={own.result + line.result} className="font-semibold" />,
    },
    {
      key: "below",
      label: t("teams.below"),
      align: "end",
      render: ({ id, account, hasLine }) =>
        hasLine && (
          <Button
            tone="secondary"
            size="sm"
            aria-label={t("teams.below.open", { account })}
            onClick={(event) => {
              // The row itself opens the detail.
              event.stopPropagation();
              openLevel(id);
            }}
          >
            {t("teams.below.button")}
          </Button>
        ),
    },
  ];
}
