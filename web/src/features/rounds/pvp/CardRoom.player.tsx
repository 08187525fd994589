import { formatAmount } from "@laro/contract/core/money";
import { pvp } from "@laro/contract/pvp";
import { LogOut } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../../api/faces.ts";
import { useT } from "../../../api/language.ts";
import { useApiQuery } from "../../../api/query.ts";
import { Glyph } from "../../../ui/art/glyphs.tsx";
import { Button, ButtonLink, IconButton } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { RefusedState } from "../../../ui/Faces.tsx";
import { Skeleton } from "../../../ui/Loading.tsx";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { TurnClock } from "./clock.tsx";
import { EndScreen } from "./EndScreen.tsx";
import { type CardRoomLink, useCardRoom, type View } from "./room.ts";
import { Rules } from "./Rules.tsx";
import { OtherSeat } from "./Seats.tsx";
import { TongitsTable } from "./TongitsTable.tsx";

const READ_EVERY_MS = 10_000;

/** A card room: a seat is asked for, a hand is played, and what it came to is seen. */
export function CardRoom({ roomId }: { roomId: string }) {
  const t = useT();
  const refusal = useRefusal();
  const symbol = useCurrencySymbol();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useApiQuery(pvp.rooms, {}, { everyMs: READ_EVERY_MS });
  const link = useCardRoom(roomId, search.get("table") ?? undefined);
  const room = data?.list.find((one) => one.roomId === roomId);
  const { view, told, isConnected } = link;
  const shared = view?.isPrivate === true && view.seats.some(({ name }) => name === null) ? view.table : undefined;
  useEffect(() => {
    if (shared !== undefined)
      setSearch(
        (query) => {
          query.set("table", shared);
          return query;
        },
        { replace: true },
      );
  }, [shared, setSearch]);
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const hold = typeof room?.hold === "bigint" ? amount(room.hold) : undefined;
  const title =
    room === undefined
      ? t("pvp.table")
      : t("pvp.room", { game: room.displayName, unit: room.unit === null ? t("pvp.practice") : t("pvp.unit", { amount: amount(room.unit) }) });
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-5">
      <StageFrame title={title} glyph="cards" scene="plaza" tools={view ? <Leave link={link} view={view} /> : undefined} controls={undefined}>
        {!isConnected && view !== undefined && (
          <p role="alert" className="rounded-md bg-accent-fill px-3 py-2 text-center text-sm font-semibold text-white">
            {t("pvp.lost")}
          </p>
        )}
        {told !== undefined && (
          <p role="alert" className="rounded-md bg-[rgb(6_4_20/0.7)] px-3 py-2 text-center text-sm text-accent-text">
            {told.text}
          </p>
        )}
        {view === undefined && <Waiting text={t("pvp.connecting")} />}
        {view !== undefined &&
          room === undefined &&
          (error === null ? <Waiting text={t("pvp.connecting")} /> : <RefusedState {...refusal({ error, refetch })} />)}
        {view === null && room !== undefined && <Entry link={link} hold={hold} />}
        {view && room !== undefined && (view.room === roomId ? <Seated view={view} link={link} hold={hold} /> : <Elsewhere room={view.room} />)}
      </StageFrame>
      <aside
        tabIndex={0}
        className="no-bar min-w-0 rounded-md border border-line bg-card p-4 lg:h-[max(35rem,calc(100dvh-var(--header)-3rem))] lg:overflow-y-auto"
      >
        <Rules isPractice={room?.kind === "practice"} />
      </aside>
    </div>
  );
}

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="grid flex-1 content-center justify-items-center gap-4 px-2 text-center">{children}</div>
);

const Waiting = ({ text }: { text: string }) => (
  <Middle>
    <Skeleton className="h-24 w-56 rounded-md" />
    <p role="status">{text}</p>
  </Middle>
);

function Elsewhere({ room }: { room: string }) {
  const t = useT();
  return (
    <Middle>
      <p>{t("pvp.otherRoom")}</p>
      <ButtonLink to={`/room/${room}`}>{t("pvp.goThere")}</ButtonLink>
    </Middle>
  );
}

/** What somebody reads before they sit: what is held, and that a loss counts. */
function Entry({ link: { sit }, hold }: { link: CardRoomLink; hold: string | undefined }) {
  const t = useT();
  return (
    <Middle>
      <Glyph name="cards" className="size-20" />
      <p className="max-w-md">{hold === undefined ? t("pvp.enterPractice") : t("pvp.enterText", { held: hold })}</p>
      {hold !== undefined && <p className="max-w-md text-sm text-muted">{t("pvp.lossCounts")}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        {hold === undefined && (
          <Button size="lg" onClick={() => sit({ computers: true })}>
            {t("pvp.sitComputers")}
          </Button>
        )}
        <Button size="lg" tone={hold === undefined ? "secondary" : "primary"} onClick={() => sit()}>
          {t(hold === undefined ? "pvp.sitPractice" : "pvp.sit")}
        </Button>
        {hold === undefined && (
          <Button size="lg" tone="ghost" onClick={() => sit({ own: true })}>
            {t("pvp.sitOwn")}
          </Button>
        )}
      </div>
      <ButtonLink to="/pvp" tone="ghost" size="sm">
        {t("pvp.toRooms")}
      </ButtonLink>
    </Middle>
  );
}

function Seated({ view, link, hold }: { view: View; link: CardRoomLink; hold: string | undefined }) {
  if (view.state === "plays" && view.hand?.game === "TONGITS") return <TongitsTable key={view.handId} view={view} hand={view.hand} onAct={link.act} />;
  return <Between view={view} link={link} hold={hold} />;
}

/** Between hands: how the last one ended, who is there, and whether one wants the next. */
function Between({ view, link, hold }: { view: View; link: CardRoomLink; hold: string | undefined }) {
  const t = useT();
  const { seats, seat, state, end, endsAt } = view;
  const free = seats.filter(({ name }) => name === null).length;
  const isReady = seats[seat]!.isReady;
  const others = seats.map((_, at) => at).filter((at) => at !== seat);
  return (
    <div className="no-bar flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
      <div className="grid grid-cols-2 gap-2 sm:gap-4">
        {others.map((at) => (
          <OtherSeat key={at} view={view} seat={at} />
        ))}
      </div>
      {end !== null && view.hand !== null ? (
        <EndScreen view={view} end={end} dealt={link.dealt} />
      ) : (
        <Middle>{<Glyph name="cards" className="size-16" />}</Middle>
      )}
      <div className="mt-auto grid justify-items-center gap-2 text-center">
        {free > 0 && <p role="status">{t("pvp.waits", { count: free })}</p>}
        {view.isPrivate && free > 0 && <p className="text-sm text-muted">{t("pvp.shareLink")}</p>}
        {view.isWatching ? (
          <p className="text-sm text-muted">{t("pvp.watching")}</p>
        ) : isReady ? (
          <p role="status" className="text-win-text">
            {t("pvp.readyWaits")}
          </p>
        ) : (
          <Button size="lg" onClick={link.ready}>
            {hold === undefined ? t("pvp.ready") : t("pvp.readyFor", { amount: hold })}
          </Button>
        )}
        {state === "ready" && endsAt !== null && <TurnClock endsAt={endsAt} bankMs={0} />}
        {hold === undefined && free > 0 && (
          <Button size="sm" tone="ghost" onClick={() => link.sit({ computers: true })}>
            {t("pvp.sitComputers")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Leave({ link, view }: { link: CardRoomLink; view: View }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const leave = (): void => {
    setAsking(false);
    link.leave();
  };
  return (
    <>
      <IconButton label={t("pvp.leave")} outlined onClick={() => (view.state === "plays" ? setAsking(true) : leave())}>
        <LogOut />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        title={t("pvp.leave")}
        body={t("pvp.leaveAsk")}
        confirmLabel={t("pvp.leave")}
        cancelLabel={t("ui.cancel")}
        tone="danger"
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
