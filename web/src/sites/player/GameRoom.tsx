import { RefusedCall } from "@laro/contract/core/call";
import { lazy, type ReactNode, startTransition, Suspense, useDeferredValue, useEffect, useLayoutEffect, useReducer, useState } from "react";
import { useParams, useSearchParams } from "wouter";
import { area } from "../../api/area.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RoomPool } from "../../features/jackpots/RoomPool.player.tsx";
import { RealityCheck } from "../../features/protection/RealityCheck.player.tsx";
import { findFace } from "../../features/rounds/games.ts";
import { RoundHistory } from "../../features/rounds/RoundHistory.player.tsx";
import { useRoom } from "../../features/rounds/rounds.api.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useMember, useSignOut } from "./session.ts";

// What a room does not open with comes when it is asked for.
const ProvedReplay = lazy(() => import("./ProvedReplay.tsx").then((file) => ({ default: file.ProvedReplay })));
const FairnessPanel = lazy(() => import("../../features/seeds/FairnessPanel.player.tsx").then((file) => ({ default: file.FairnessPanel })));
const RoomLimits = lazy(() => import("../../features/rounds/RoomLimits.player.tsx").then((file) => ({ default: file.RoomLimits })));

const NotFoundPage = area("pages", () => import("./NotFoundPage.tsx").then((file) => file.NotFoundPage));

const coming = <Skeleton className="h-[max(35rem,calc(100dvh-var(--header)-3rem))] w-full rounded-md" />;

/** What a game is played at. */
export const findTable = (gameCode: string) => findFace(gameCode)?.Table;

const CardRoom = area("cardRoom", () => import("../../features/rounds/pvp/CardRoom.player.tsx").then((file) => file.CardRoom));
/** The rooms in which members play each other; what stands at their addresses is no house game. */
const CARD_ROOM = /^tongits-/i;

/** A room: a house game's, or a card table among members. */
export function GameRoom() {
  const { gameCode = "" } = useParams<{ gameCode: string }>();
  if (!CARD_ROOM.test(gameCode)) return <HouseRoom key={gameCode} gameCode={gameCode} />;
  return (
    <div data-room className="grid">
      <Suspense fallback={coming}>
        <CardRoom key={gameCode} roomId={gameCode.toUpperCase()} />
      </Suspense>
      <Checks />
    </div>
  );
}

/** A trial practises, and has no limits to be asked about. */
function Checks() {
  const signOut = useSignOut();
  return useMember().me?.isTrial === false && <RealityCheck onSignOut={() => void signOut()} />;
}

/** A house game's room: the game or the replay of a round in the middle; history, fairness and limits beside it. */
function HouseRoom({ gameCode }: { gameCode: string }) {
  const [search] = useSearchParams();
  const round = search.get("round");
  // What stands below comes with what it stands below, and is not pushed by it.
  const [isShown, show] = useReducer(() => true, false);
  const { error } = useRoom(gameCode);
  useEffect(() => window.scrollTo({ top: 0 }), [round]);
  // What was played at a game that is gone can be looked at still.
  if (round === null && error instanceof RefusedCall && error.code === "games.not_found") return <NotFoundPage />;
  return (
    <div data-room className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-5">
      {round === null ? (
        <div data-grows className="grid min-w-0">
          <GameStage gameCode={gameCode} onShown={show} />
        </div>
      ) : (
        <Suspense fallback={coming}>
          <ProvedReplay key={round} id={round} gameTo={`/room/${gameCode}`} />
          <Shown onShown={show} />
        </Suspense>
      )}
      {isShown && <RoomPanel gameCode={gameCode} />}
      <Checks />
    </div>
  );
}

/** False until what stands around has been drawn. */
function useIsFramed(): boolean {
  const [isFramed, setFramed] = useState(false);
  useEffect(() => startTransition(() => setFramed(true)), []);
  return isFramed;
}

/** Says when what it stands beside is there. */
function Shown({ onShown }: { onShown: () => void }) {
  useLayoutEffect(onShown, [onShown]);
  return null;
}

function GameStage({ gameCode, onShown }: { gameCode: string; onShown: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useRoom(gameCode);
  // A game is a large piece to draw: it comes after its frame, and in slices, between which the page still answers.
  const room = useDeferredValue(useIsFramed() ? data : undefined);
  const Table = findTable(gameCode);
  if (room !== undefined && Table !== undefined)
    return (
      <Suspense fallback={coming}>
        <Table room={room} pool={<RoomPool gameCode={gameCode} />} />
        <Shown onShown={onShown} />
      </Suspense>
    );
  if (error === null) return coming;
  return (
    <div className="grid content-center justify-items-center rounded-md border border-line bg-card">
      <RefusedState {...refusal({ error, refetch })} />
      <Shown onShown={onShown} />
      <ButtonLink to="/" tone="ghost" className="mb-8">
        {t("rounds.toLobby")}
      </ButtonLink>
    </div>
  );
}

function Fairness({ gameCode }: { gameCode: string }) {
  const Own = findFace(gameCode)?.Fairness;
  return <Suspense>{Own === undefined ? <FairnessPanel /> : <Own gameCode={gameCode} />}</Suspense>;
}

/** Live tables alone have a chat. */
const Chat = area("chat", () => import("../../features/chats/Chat.player.tsx").then((file) => file.ChatPanel));

const panels = {
  chat: (gameCode) => (
    <Suspense>
      <Chat gameCode={gameCode} />
    </Suspense>
  ),
  history: (gameCode) => <RoundHistory gameCode={gameCode} />,
  fairness: (gameCode) => <Fairness gameCode={gameCode} />,
  limits: () => (
    <Suspense>
      <RoomLimits />
    </Suspense>
  ),
} as const satisfies Record<string, (gameCode: string) => ReactNode>;

type Panel = keyof typeof panels;

function RoomPanel({ gameCode }: { gameCode: string }) {
  const t = useT();
  const [panel, setPanel] = useState<Panel>("history");
  const items = [
    { id: "history", label: t("rounds.history") },
    { id: "fairness", label: t("rounds.fairness") },
    { id: "limits", label: t("rounds.limits") },
    ...(findFace(gameCode)?.hasChat === true ? [{ id: "chat", label: t("rounds.chat") } as const] : []),
  ] as const;
  return (
    <aside
      aria-label={t("rounds.panel")}
      className="flex min-w-0 flex-col gap-4 rounded-md border border-line bg-card p-4 [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 lg:h-[max(35rem,calc(100dvh-var(--header)-3rem))] lg:[&>[role=tabpanel]]:-mx-2 lg:[&>[role=tabpanel]]:overflow-y-auto lg:[&>[role=tabpanel]]:px-2"
    >
      <Tabs<Panel> label={t("rounds.panel")} items={items} value={panel} onChange={setPanel} fill>
        {panels[panel](gameCode)}
      </Tabs>
    </aside>
  );
}
