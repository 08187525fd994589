import { games } from "@laro/contract/games";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { call } from "../../api/call.ts";
import { NoAnswer } from "../../api/noAnswer.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { useTitle } from "../../ui/title.ts";
import { UnopenedPage } from "./UnopenedPage.tsx";

type Launch = OutputOf<(typeof games)["openLaunch"]>;

/** How long a vendor's game may take to say that it is ready (ERR-07, CONST-45). */
const READY_WITHIN_MS = 120_000;
/** What a game may do in our frame; its origin is never ours. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-orientation-lock";

/** A document of its own has its own policy, so one leaves it by loading another. */
const leave = (path = "/"): void => location.assign(path);

/** The page that hosts a vendor's game, by the ticket of a launch (ROUTE-34). */
export function SeamlessPage() {
  const [query] = useSearchParams();
  const ticket = query.get("launch");
  return ticket === null ? <UnopenedPage page="seamless" /> : <Hosted ticket={ticket} />;
}

function Hosted({ ticket }: { ticket: string }) {
  const t = useT();
  const faultOf = useFault();
  const [launch, setLaunch] = useState<Launch>();
  const [error, setError] = useState<Error>();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (asked.current === ticket) return;
    asked.current = ticket;
    call(games.openLaunch, { ticket }).then(setLaunch, setError);
  }, [ticket]);
  useEffect(() => {
    const end = (): void => void call(games.endLaunch, { ticket }).catch(() => undefined);
    addEventListener("pagehide", end);
    return () => removeEventListener("pagehide", end);
  }, [ticket]);
  useTitle(launch?.title);
  if (error !== undefined) return <EmptyState text={faultOf(error).text} action={<ButtonLink to="/">{t("site.toGames")}</ButtonLink>} />;
  if (launch === undefined) return <LoadingBar label={t("games.loading")} />;
  if (!launch.framed) return <OwnWindow launch={launch} />;
  return <Frame launch={launch} onLate={() => setError(new NoAnswer("errors.network.slow"))} />;
}

/** A game that its vendor lets stand in no frame; only a press may open a window, and a browser may still refuse it (ERR-10). */
function OwnWindow({ launch }: { launch: Launch }) {
  const t = useT();
  const [state, setState] = useState<"waiting" | "open" | "blocked">("waiting");
  const open = (): void => {
    const opened = window.open();
    setState(opened === null ? "blocked" : "open");
    if (opened === null) return;
    // The game shall not reach the page that opened it.
    opened.opener = null;
    opened.location.href = launch.url;
  };
  return (
    <section className="grid min-h-[50dvh] place-content-center justify-items-center gap-4 text-center">
      <ExternalLink aria-hidden="true" className="size-12 text-muted" />
      <h1 className="text-lg font-bold">{launch.title}</h1>
      <p role="status">{t("games.ownWindow", { state })}</p>
      {launch.mode === "demo" && <p className="text-sm text-muted">{t("games.demoBar")}</p>}
      <div className="flex flex-wrap justify-center gap-3">
        {state !== "open" && <Button onClick={open}>{t("games.openWindow")}</Button>}
        <Button tone="secondary" onClick={() => leave()}>
          {t("site.toGames")}
        </Button>
      </div>
    </section>
  );
}

function Frame({ launch, onLate }: { launch: Launch; onLate: () => void }) {
  const t = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    const game = frame.current?.contentWindow;
    if (game === null || game === undefined || source !== game || origin !== launch.origin || typeof data !== "object" || data === null) return;
    const { type } = data as { type?: unknown };
    if (type === "laro.ready") {
      setReady(true);
      const init = { type: "laro.init", v: 1, language: document.documentElement.lang, theme: document.documentElement.dataset["theme"] };
      game.postMessage(init, launch.origin);
    }
    if (type === "laro.close") leave();
    if (type === "laro.cashier") leave("/member/depositv2");
  });
  const late = useEffectEvent(() => !isReady && onLate());
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event);
    addEventListener("message", listen);
    const timer = setTimeout(() => late(), READY_WITHIN_MS);
    return () => {
      removeEventListener("message", listen);
      clearTimeout(timer);
    };
  }, []);
  return (
    <section className="grid gap-3">
      <header className="flex min-h-11 items-center gap-3">
        <IconButton label={t("games.leave")} onClick={() => leave()}>
          <ArrowLeft />
        </IconButton>
        <h1 className="min-w-0 flex-1 truncate text-base font-bold">{launch.title}</h1>
        <p className="text-xs text-muted">{launch.simulated ? t("games.byVendor", { vendor: launch.vendor }) : launch.vendor}</p>
      </header>
      {launch.mode === "demo" && (
        <p role="note" className="rounded-sm bg-info/14 px-4 py-2 text-sm">
          {t("games.demoBar")}
        </p>
      )}
      <div className="relative h-[calc(100dvh-var(--header)-170px)] min-h-105 overflow-hidden rounded-md border border-line bg-card">
        {!isReady && <LoadingBar label={t("games.loading")} />}
        <iframe
          ref={frame}
          src={launch.url}
          title={launch.title}
          sandbox={SANDBOX}
          allow="autoplay; fullscreen"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full border-0"
        />
      </div>
    </section>
  );
}
