import { menuCategories } from "@laro/contract/core/homeSections";
import { type GameRow, gameRowStates } from "@laro/contract/vendors";
import { Flame, Search } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Select } from "../../ui/Select.tsx";
import { GameDetailOperator } from "./GameDetail.operator.tsx";
import { type GameWish, useGames, usePlace, useVendors, type VendorRights } from "./vendors.operator.api.ts";
import { Cover, GameStateBadge } from "./vendorWords.operator.tsx";

const SEARCH_MAX = 64;
const PAGES_MAX = 1_000;

function useWish(): GameWish & { pageNo: number } {
  const { params } = usePlace();
  const given = (name: string, limit: number) => params.get(name)?.slice(0, limit) || undefined;
  const page = Number(params.get("page") ?? 1);
  return {
    vendorCode: given("vendor", 16),
    gameType: given("type", 16),
    state: gameRowStates.find((one) => one === params.get("state")),
    name: given("search", SEARCH_MAX),
    pageNo: Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1,
  };
}

/** Every game, hidden ones too: found, looked at and changed one by one. */
export function GamesOperator({ rights }: { rights: VendorRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { change } = usePlace();
  const wish = useWish();
  const asked = useGames(wish);
  const rows = asked.data?.list ?? [];
  const [opened, setOpened] = useState<GameRow>();
  const columns = useColumns();
  const narrow = (next: Record<string, string | undefined>) => change({ ...next, page: undefined });
  const isNarrowed = [wish.vendorCode, wish.gameType, wish.state, wish.name].some((one) => one !== undefined);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SearchForm key={wish.name ?? ""} search={wish.name ?? ""} onLook={(search) => narrow({ search })} />
      <Filters wish={wish} onChange={narrow} />
      <DataTable
        caption={t("vendors.games")}
        columns={columns}
        rows={rows}
        rowKey={({ nodeId }) => nodeId}
        face={faceOf(asked, rows.length)}
        empty={
          <EmptyState
            text={t("vendors.noGames")}
            action={
              isNarrowed && (
                <Button tone="secondary" onClick={() => narrow({ vendor: undefined, type: undefined, state: undefined, search: undefined })}>
                  {t("vendors.allGames")}
                </Button>
              )
            }
          />
        }
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={setOpened}
        footer={
          asked.data && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p role="status" className="figures text-sm text-muted">
                {t("vendors.countOfGames", { count: asked.data.total })}
              </p>
              <Pager
                page={asked.data.pageNo}
                pageCount={asked.data.totalPages}
                onPage={(page) => change({ page: page === 1 ? undefined : String(page) })}
                labels={{ pages: t("vendors.pages"), previous: t("vendors.pageBefore"), next: t("vendors.pageAfter") }}
              />
            </div>
          )
        }
      />
      {opened && (
        <GameDetailOperator game={rows.find(({ nodeId }) => nodeId === opened.nodeId) ?? opened} rights={rights} onClose={() => setOpened(undefined)} />
      )}
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
    <form role="search" onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
      <TextField
        label={t("vendors.search")}
        hint={t("vendors.searchHint")}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" icon={<Search />} className="sm:mt-6.5 sm:h-11">
        {t("vendors.look")}
      </Button>
    </form>
  );
}

function Filters({ wish, onChange }: { wish: GameWish; onChange: (next: Record<string, string | undefined>) => void }) {
  const t = useT();
  const any = { value: "", label: t("vendors.any") };
  const vendors = useVendors().data?.list ?? [];
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        label={t("vendors.vendor")}
        options={[any, ...vendors.map(({ vendorCode, name }) => ({ value: vendorCode, label: name }))]}
        value={wish.vendorCode ?? ""}
        onChange={(event) => onChange({ vendor: event.target.value })}
      />
      <Select
        label={t("vendors.type")}
        options={[any, ...["BGS", ...menuCategories].map((type) => ({ value: type, label: t("games.type", { type }) }))]}
        value={wish.gameType ?? ""}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <Select
        label={t("games.state")}
        options={[any, ...gameRowStates.map((state) => ({ value: state, label: t("vendors.gameState", { state }) }))]}
        value={wish.state ?? ""}
        onChange={(event) => onChange({ state: event.target.value })}
      />
    </div>
  );
}

function useColumns(): readonly Column<GameRow>[] {
  const t = useT();
  return [
    {
      key: "game",
      label: t("games.game"),
      primary: true,
      render: ({ iconUrl, displayName, nodeId, isPicked }) => (
        <span className="flex items-center gap-3">
          <Cover src={iconUrl} />
          <span className="grid min-w-0">
            <span className="flex items-center gap-2 font-semibold">
              <span className="truncate">{displayName}</span>
              {isPicked && <Flame role="img" aria-label={t("games.hot")} className="size-4 shrink-0 text-accent-text" />}
            </span>
            <span className="figures text-xs text-muted">{nodeId}</span>
          </span>
        </span>
      ),
    },
    {
      key: "vendor",
      label: t("vendors.vendor"),
      render: ({ vendorCode, vassalage }) => (vendorCode === vassalage ? vendorCode : `${vendorCode} · ${vassalage}`),
    },
    { key: "type", label: t("vendors.type"), render: ({ gameType }) => t("games.type", { type: gameType }) },
    { key: "state", label: t("games.state"), render: (game) => <GameStateBadge game={game} /> },
    {
      key: "words",
      label: t("vendors.words"),
      className: "md:max-xl:hidden",
      render: ({ words }) => <span className="block max-w-60 truncate text-muted">{words}</span>,
    },
    {
      key: "rtp",
      label: t("vendors.rtp"),
      align: "end",
      render: ({ rtp, rtpSource }) =>
        rtp !== null && (
          <span className="figures grid">
            <span>{rtp}%</span>
            <span className="text-xs text-muted">{rtpSource === null ? "" : t("vendors.rtpSource", { source: rtpSource })}</span>
          </span>
        ),
    },
    {
      key: "popularity",
      label: t("vendors.popularity"),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ popularity }) => (popularity === null ? <span className="text-muted">–</span> : <Badge tone="win">{popularity}</Badge>),
    },
  ];
}
