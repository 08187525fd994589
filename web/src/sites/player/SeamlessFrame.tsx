import type { OutputOf } from "@laro/contract/core/endpoint";
import { games } from "@laro/contract/games";
import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { wallet } from "@laro/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowDownToLine, ArrowLeft, Gauge, Maximize, SkipForward } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useSpeech, useT } from "../../api/language.ts";
import { markStale, useApiQuery } from "../../api/query.ts";
import { useGameInfo } from "../../features/games/info.api.ts";
import { RealityCheck } from "../../features/protection/RealityCheck.player.tsx";
import { RoomLimits } from "../../features/rounds/RoomLimits.player.tsx";
import { useBalance, useMyLimits } from "../../features/rounds/rounds.api.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Clock } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { Balance } from "../../ui/Money.tsx";
import { createMeter, frameMessage, type FrameOrder, type GameEvent, OUR_PAGES, type PauseReason, readGameEvent, RoundHold } from "./frameEvents.ts";
import { usePlay } from "./play.ts";
import { useSignOut } from "./session.ts";
import { useStar } from "./star.tsx";

export type Launch = OutputOf<(typeof games)["openLaunch"]>;

/** How long a vendor's game may take to say that it is ready (ERR-07, CONST-45). */
const READY_WITHIN_MS = 120_000;
/** What a game may do in our frame; its origin is never ours. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-orientation-lock";
/** However often a game says that a balance moved, the wallet is asked so much later, once. */
const ASKED_AFTER_MS = 300;
const DEPOSIT = "/member/depositv2";
/** Among so many of a studio's games the next one is looked for. */
const NEXT_AMONG = 24;

interface FrameProps {
  launch: Launch;
  onLate: () => void;
  onLeave: () => void;
}

/** A vendor's game in its frame, and around it what a player for money has at hand: balance, clock, limits, deposit, the way on. */
export function SeamlessFrame({ launch, onLate, onLeave }: FrameProps) {
  const t = useT();
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const stage = useRef<HTMLDivElement>(null);
  const isReal = launch.mode === "real";
  const [isLimitsOpen, setLimitsOpen] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const game = useGameInfo(launch.nodeId).data?.game;
  const isStopped = useStopped(isReal);
  const isResting = game !== undefined && game.state !== "open";
  const reason = isChecked ? "realityCheck" : isResting ? "maintenance" : isReal && (isStopped || isLimitsOpen) ? "limits" : undefined;
  const leave = (): void => {
    frame.say({ type: "laro.close" });
    onLeave();
  };
  const element = useRef<HTMLIFrameElement>(null);
  const frame = useFrame({ element, launch, reason, onLate, onLeave, onCashier: () => navigate(DEPOSIT) });
  return (
    <section className="grid gap-2">
      <header className="flex min-h-11 items-center gap-1 sm:gap-3">
        <IconButton label={t("games.leave")} onClick={leave} className="-ms-2">
          <ArrowLeft className="rtl:rotate-180" />
        </IconButton>
        <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
          <h1 className="truncate text-base font-bold">{launch.title}</h1>
          <p className="truncate text-xs text-muted">{launch.simulated ? t("games.byVendor", { vendor: launch.vendor }) : launch.vendor}</p>
        </div>
        <Star nodeId={launch.nodeId} />
        <NextGame nodeId={launch.nodeId} />
        {document.fullscreenEnabled && (
          <IconButton label={t("games.fullScreen")} onClick={() => void stage.current?.requestFullscreen().catch(() => undefined)}>
            <Maximize />
          </IconButton>
        )}
      </header>
      {isReal && <Purse onDeposit={() => navigate(DEPOSIT)} onLimits={() => setLimitsOpen(true)} />}
      <Notes launch={launch} isResting={isResting} isStopped={isStopped} hasFailed={frame.hasFailed} onReload={frame.reload} />
      <div
        ref={stage}
        className="relative h-[calc(100dvh-var(--header)-17rem)] min-h-120 overflow-hidden rounded-md border border-line bg-card lg:h-[calc(100dvh-var(--header)-12rem)]"
      >
        {!frame.isReady && <LoadingBar label={t("games.loading")} />}
        <iframe
          key={frame.count}
          ref={element}
          src={launch.url}
          title={launch.title}
          sandbox={SANDBOX}
          allow="autoplay; fullscreen"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full border-0"
        />
      </div>
      <Dialog open={isLimitsOpen} title={t("rounds.limits")} closeLabel={t("ui.close")} onClose={() => setLimitsOpen(false)}>
        <RoomLimits />
      </Dialog>
      {isReal && <RealityCheck isHeld={frame.isHeld} onShown={setChecked} onSignOut={() => void signOut()} />}
    </section>
  );
}

/** Whether a limit of the member's own on stakes, losses or time leaves nothing to play with. */
function useStopped(isReal: boolean): boolean {
  const { data } = useMyLimits({ enabled: isReal });
  if (data === undefined) return false;
  return (
    data.list.some(({ kind, amount, used }) => kind !== "deposit" && used >= amount) || data.time.some(({ minutes, usedMinutes }) => usedMinutes >= minutes)
  );
}

interface Wishes extends FrameProps {
  element: RefObject<HTMLIFrameElement | null>;
  reason: PauseReason | undefined;
  onCashier: () => void;
}

interface Heard {
  readonly say: (order: FrameOrder) => void;
  /** How often the game was loaded again. */
  readonly count: number;
  readonly isReady: boolean;
  readonly isHeld: boolean;
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

/** The frame and what is said through it, both ways. */
function useFrame({ element, launch, reason, onLate, onLeave, onCashier }: Wishes): Heard {
  const [count, setCount] = useState(0);
  const [isReady, setReady] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [hold] = useState(() => new RoundHold(setHeld));
  const [isHeard] = useState(() => createMeter(() => performance.now()));
  const tellMoved = useMoved();
  const say = (order: FrameOrder): void => element.current?.contentWindow?.postMessage(frameMessage(order), launch.origin);
  const reload = (): void => {
    hold.hear("closed");
    setFailed(false);
    setReady(false);
    setCount((before) => before + 1);
  };
  const begin = (): void => {
    const { lang: language, dataset } = document.documentElement;
    setReady(true);
    say({ type: "laro.init", language, currency: CURRENCY, theme: dataset["theme"] ?? "dark" });
  };
  const act = (event: GameEvent, isOurs: boolean): void => {
    if (event.type === "laro.ready") begin();
    if (event.type === "laro.balance") tellMoved();
    if (event.type === "laro.error") setFailed(true);
    if (event.type === "laro.close") onLeave();
    if (event.type === "laro.cashier") onCashier();
    // The game has left its frame for our page.
    if (event.type === "laro.cashier" && isOurs) reload();
    if (event.type !== "laro.round") return;
    hold.hear(event.state);
    if (event.state === "closed") tellMoved();
    else setFailed(false);
  };
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    const event = readGameEvent({ source, origin, data }, { window: element.current?.contentWindow, game: launch.origin });
    if (event !== undefined && isHeard()) act(event, origin === OUR_PAGES);
  });
  const late = useEffectEvent(() => !isReady && onLate());
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event);
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => late(), READY_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  usePause(isReady && !isHeld ? reason : undefined, say);
  useRefresh({ isReal: launch.mode === "real", isFree: isReady && !isHeld }, say);
  return { say, count, isReady, isHeld, hasFailed, reload };
}

/** The one currency of the site's wallets. */
const CURRENCY = "PHP";

/** Asks anew what a round moves. */
function useMoved(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      markStale(
        client,
        [wallet.balance, limits.mine, protection.mine].map(({ name }) => name),
      );
    }, ASKED_AFTER_MS);
  };
}

/** Stops the game while there is a reason, and lets it go on after. */
function usePause(reason: PauseReason | undefined, say: Heard["say"]): void {
  const wasPaused = useRef(false);
  const tell = useEffectEvent((why: PauseReason | undefined) => {
    if (why !== undefined) say({ type: "laro.pause", reason: why });
    else if (wasPaused.current) say({ type: "laro.resume" });
    wasPaused.current = why !== undefined;
    if (why !== undefined && document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
  });
  useEffect(() => tell(reason), [reason]);
}

/** Tells the game that the balance moved, once the round that may have moved it is shown. */
function useRefresh({ isReal, isFree }: { isReal: boolean; isFree: boolean }, say: Heard["say"]): void {
  const balance = useBalance({ enabled: isReal }).data?.balance;
  const told = useRef<bigint>(undefined);
  const tell = useEffectEvent((now: bigint) => {
    if (told.current !== undefined && told.current !== now) say({ type: "laro.refreshBalance" });
    told.current = now;
  });
  useEffect(() => {
    if (isFree && balance !== undefined) tell(balance);
  }, [isFree, balance]);
}

function Star({ nodeId }: { nodeId: string }): ReactNode {
  const star = useStar({ isBare: true });
  const game = useGameInfo(nodeId).data?.game;
  return game && star(game);
}

/** The game that stands after this one among its studio's. */
function NextGame({ nodeId }: { nodeId: string }) {
  const t = useT();
  const play = usePlay();
  const { language } = useSpeech();
  const game = useGameInfo(nodeId).data?.game;
  const input = { vassalage: game?.vassalage ?? "", gameType: game?.gameType ?? "", pageSize: NEXT_AMONG, language };
  const { data } = useApiQuery(games.list, input, { enabled: game !== undefined });
  const list = data?.list.filter((one) => one.nodeId === nodeId || one.state === "open") ?? [];
  const next = list[(list.findIndex((one) => one.nodeId === nodeId) + 1) % list.length];
  if (next === undefined || next.nodeId === nodeId) return null;
  return (
    <IconButton label={t("games.nextGame", { game: next.displayName })} onClick={() => play(next)}>
      <SkipForward className="rtl:rotate-180" />
    </IconButton>
  );
}

/** What stands beside a game for money. */
function Purse({ onDeposit, onLimits }: { onDeposit: () => void; onLimits: () => void }) {
  const t = useT();
  const { data } = useBalance();
  return (
    <div className="flex items-center gap-x-4">
      <p className="text-sm max-sm:sr-only">
        <span className="text-muted">{t("rounds.balance")}</span> {data && <Balance minor={data.balance} className="font-semibold" />}
      </p>
      <Clock className="text-xs text-muted" />
      <span className="ms-auto flex gap-2">
        <Button size="sm" tone="secondary" icon={<Gauge />} onClick={onLimits}>
          {t("rounds.limits")}
        </Button>
        <Button size="sm" icon={<ArrowDownToLine />} onClick={onDeposit}>
          {t("site.deposit")}
        </Button>
      </span>
    </div>
  );
}

interface NotesProps {
  launch: Launch;
  isResting: boolean;
  isStopped: boolean;
  hasFailed: boolean;
  onReload: () => void;
}

/** What is to be said of the game above it: whose it is, why it waits, what failed. */
function Notes({ launch, isResting, isStopped, hasFailed, onReload }: NotesProps) {
  const t = useT();
  const isReal = launch.mode === "real";
  return (
    <>
      {(!isReal || launch.simulated) && (
        <p role="note" className="rounded-sm bg-info/14 px-4 py-1.5 text-sm">
          {t(isReal ? "games.realBar" : "games.demoBar")}
        </p>
      )}
      {(isResting || isStopped) && (
        <p role="status" className="rounded-sm bg-accent/14 px-4 py-1.5 text-sm">
          {t(isResting ? "errors.games.maintenance" : "games.frameStopped")}
        </p>
      )}
      {hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-sm bg-accent/14 px-4 py-1.5 text-sm">
          <span>{t("games.frameFailed")}</span>
          <Button size="sm" tone="secondary" onClick={onReload}>
            {t("games.frameReload")}
          </Button>
        </div>
      )}
    </>
  );
}
