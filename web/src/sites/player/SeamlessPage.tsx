import { games } from "@laro/contract/games";
import { ExternalLink } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { call } from "../../api/call.ts";
import { NoAnswer } from "../../api/noAnswer.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { useTitle } from "../../ui/title.ts";
import { type Launch, SeamlessFrame } from "./SeamlessFrame.tsx";
import { UnopenedPage } from "./UnopenedPage.tsx";

/** A document of its own has its own policy, so one leaves it by loading another. */
const leave = (): void => location.assign("/");
const isHere = (): boolean => /^\/seamless\/?$/i.test(location.pathname);

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
  const isOver = !useIsLoggedIn() && launch?.mode === "real";
  useEnd(ticket, isOver);
  useTitle(launch?.title);
  if (error !== undefined) return <EmptyState text={faultOf(error).text} action={<ButtonLink to="/">{t("site.toGames")}</ButtonLink>} />;
  if (isOver) return <EmptyState text={t("sessions.ended")} action={<Button onClick={leave}>{t("site.toGames")}</Button>} />;
  if (launch === undefined) return <LoadingBar label={t("games.loading")} />;
  if (!launch.framed) return <OwnWindow launch={launch} />;
  return <SeamlessFrame launch={launch} onLeave={leave} onLate={() => setError(new NoAnswer("errors.network.slow"))} />;
}

/** A launch ends when its page is left, by another document or within this one, and when the login that plays is over. */
function useEnd(ticket: string, isOver: boolean): void {
  const end = useEffectEvent((): Promise<unknown> => call(games.endLaunch, { ticket }).catch(() => undefined));
  const visit = useRef(0);
  const isCurrent = useEffectEvent((mark: number) => mark === visit.current);
  useEffect(() => {
    const listen = (): void => void end();
    const mark = ++visit.current;
    addEventListener("pagehide", listen);
    return () => {
      removeEventListener("pagehide", listen);
      const leaving = async (): Promise<void> => {
        if (!isCurrent(mark) || isHere()) return;
        await call(games.endLaunch, { ticket }).catch(() => undefined);
        location.reload();
      };
      setTimeout(() => void leaving());
    };
  }, [ticket]);
  useEffect(() => {
    if (isOver) void end();
  }, [isOver]);
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
        <Button tone="secondary" onClick={leave}>
          {t("site.toGames")}
        </Button>
      </div>
    </section>
  );
}
