import { launchModes, type LottoArea, type PrizeMode } from "@laro/contract/core/lotteries";
import { findPlayerPath } from "@laro/contract/core/paths";
import { useSearchParams } from "wouter";
import { readLanguage, useT } from "../../api/language.ts";
import { type LobbyInput, type Tile, useLobby, useMenus } from "../../features/lottery/lottery.api.ts";
import { LotteryGame } from "../../features/lottery/LotteryGame.player.tsx";
import { LotteryMenu } from "../../features/lottery/LotteryMenu.player.tsx";
import { TicketView } from "../../features/lottery/TicketView.player.tsx";
import { askUntilSettled, isUnsettled } from "../../features/rounds/settle.ts";
import { Skeleton } from "../../ui/Loading.tsx";
import { useTitle } from "../../ui/title.ts";
import { useOutsidePath } from "./outside.ts";
import { TitleBanner } from "./TitleBanner.tsx";

/** Whose games stand on which page, where its back control leads without a word, and how its lobby is asked for. */
const kinds = {
  lottery: { vassalages: ["BGS"], home: "/lott", area: "PH", prizeMode: "ZY" },
  seaLottery: { vassalages: ["TCG_SEA"], home: "/lott", area: "SEA", prizeMode: "SEA" },
  vnLottery: { vassalages: ["TCG_LOTTO_VN"], home: "/lott", area: "VN", prizeMode: "ZY" },
} as const satisfies Record<string, { vassalages: readonly string[]; home: string; area: LottoArea; prizeMode: PrizeMode }>;
type Page = keyof typeof kinds;

const asking = { askUntilSettled, isUnsettled };
const TABLET_PX = 768;

/** Which of them stands at an address. */
const pageAt = (path: string): Page => {
  const name = findPlayerPath(path)?.name ?? "";
  return Object.hasOwn(kinds, name) ? (name as Page) : "lottery";
};

/** A lottery by its game code; without one, or with one that is not of this page, the games that are. */
export function LotteryPage() {
  const t = useT();
  const page = pageAt(useOutsidePath());
  const [query] = useSearchParams();
  const { data: menus, error } = useMenus();
  const { vassalages } = kinds[page];
  const isHere = ({ vassalage }: Tile): boolean => (vassalages as readonly string[]).includes(vassalage);
  const code = (query.get("gameCode") ?? "").toUpperCase();
  const tile = menus?.list.flatMap(({ games }) => games).find((game) => game.gameCode === code && isHere(game));
  useTitle(tile?.displayName ?? t("site.unopened", { page }));
  const backTo = useBack(page, { tile, isKnown: menus !== undefined, backUrl: query.get("backUrl") });
  const here = (gameCode: string): string =>
    `/${page}?${new URLSearchParams({ gameCode, ...(query.get("backUrl") ? { backUrl: query.get("backUrl")! } : {}) }).toString()}`;
  if (menus === undefined && error === null && code !== "") return <Skeleton className="h-120 w-full rounded-md" />;
  const ticketId = query.get("ticket");
  if (tile !== undefined && ticketId !== null)
    return <TicketView key={ticketId} ticketId={ticketId} gameName={tile.displayName} backTo={here(tile.gameCode)} />;
  return (
    <div className="grid gap-6">
      {tile === undefined ? (
        <TitleBanner title={t("site.unopened", { page })} text={code === "" ? t("lottery.pageText") : t("lottery.unknownGame")} glyph="ticket" />
      ) : (
        <LotteryGame
          key={tile.gameCode}
          tile={tile}
          backTo={backTo}
          asking={asking}
          toTicket={(id) => `${here(tile.gameCode)}&ticket=${encodeURIComponent(id)}`}
        />
      )}
      <LotteryMenu isHere={isHere} toGame={here} currentCode={tile?.gameCode} />
    </div>
  );
}

/** Where the back control leads: where the address says, if the server finds that it is a page of this site. */
function useBack(page: Page, { tile, isKnown, backUrl }: { tile: Tile | undefined; isKnown: boolean; backUrl: string | null }): string {
  const { area, prizeMode, home } = kinds[page];
  const mode = launchModes.find((one) => one === tile?.gameType) ?? launchModes[0];
  const input: LobbyInput = {
    lottoArea: area,
    launchMode: mode,
    prizeMode: mode === "ELOTT" ? "ELOTT" : prizeMode,
    ...(tile === undefined ? {} : { gameCode: tile.gameCode }),
    device: innerWidth < TABLET_PX ? "mobile" : "web",
    ...(backUrl === null || backUrl.length > BACK_MAX ? {} : { backUrl }),
    language: readLanguage(),
  };
  const { data } = useLobby(input, isKnown);
  const own = mode === "ELOTT" ? "/elott" : home;
  return backUrl === null ? own : (data?.backUrl ?? own);
}
const BACK_MAX = 300;
