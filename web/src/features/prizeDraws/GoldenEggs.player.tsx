import type { Drawn, Ticket } from "@laro/contract/prizeDraws";
import { useRef, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Draws } from "./Draws.player.tsx";
import { EggFace } from "./EggFace.tsx";
import { useDraw, useEggs, useTickets } from "./prizeDraws.api.ts";
import { TicketPromise } from "./TicketPromise.tsx";
import { oneIn } from "./wheelShape.ts";
import { useWon } from "./won.ts";

const EGGS = [1, 2, 3] as const;

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Golden eggs: a ticket that waits cracks one of three, which are all the same; then what they give how often, and what earlier ones gave. */
export function GoldenEggs({ missionsTo }: { missionsTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const tickets = useTickets("egg");
  const cracking = useCrack();
  if (tickets.data === undefined) return tickets.error ? <RefusedState {...refusal(tickets)} /> : <Skeleton className="h-120 w-full" />;
  const [first] = tickets.data.list;
  return (
    <div className="grid gap-6">
      <Panel title={t("prizeDraws.eggs.choose")} text={t("prizeDraws.eggs.text")}>
        <Basket ticket={first} count={tickets.data.count} missionsTo={missionsTo} {...cracking} />
      </Panel>
      <Panel title={t("prizeDraws.eggs.odds")} text={t("prizeDraws.eggs.oddsText")}>
        <Odds version={(first ?? cracking.drawn)?.version} />
      </Panel>
      <Draws draw="egg" />
    </div>
  );
}

/** One egg at a time: asked for, drawn, open, and whole again for the next ticket. */
function useCrack() {
  const draw = useDraw();
  const [chosen, setChosen] = useState<number>();
  const [drawn, setDrawn] = useState<Drawn>();
  const [isOpen, setOpen] = useState(false);
  const show = (next: Drawn): void => {
    setDrawn(next);
    if (isStill()) opened();
  };
  const opened = (): void => {
    setOpen(true);
    draw.shown();
  };
  return {
    chosen,
    drawn,
    isOpen,
    error: draw.error,
    crack: (egg: number, ticket: Ticket): void => {
      setChosen(egg);
      draw.mutate(ticket.id, { onSuccess: show, onError: () => setChosen(undefined) });
    },
    opened,
    again: () => {
      setChosen(undefined);
      setDrawn(undefined);
      setOpen(false);
    },
  };
}

interface BasketProps extends ReturnType<typeof useCrack> {
  ticket: Ticket | undefined;
  count: number;
  missionsTo: string;
}

/** The three eggs, and below them the ticket that is next or what was won. */
function Basket({ ticket, count, missionsTo, chosen, drawn, isOpen, error, crack, opened, again }: BasketProps) {
  const t = useT();
  const wonOf = useWon();
  const eggs = useRef<HTMLDivElement>(null);
  const canChoose = ticket !== undefined && chosen === undefined;
  const won = drawn !== undefined && isOpen ? wonOf(drawn) : undefined;
  const next = (): void => {
    again();
    eggs.current?.querySelector("button")?.focus();
  };
  return (
    <div className="grid gap-5">
      <div ref={eggs} role="group" aria-label={t("prizeDraws.eggs.choose")} className="mx-auto grid w-full max-w-120 grid-cols-3 gap-2 sm:gap-6">
        {EGGS.map((egg) => (
          <button
            key={egg}
            type="button"
            aria-label={t("prizeDraws.eggs.egg", { number: egg })}
            aria-disabled={!canChoose}
            onClick={() => canChoose && crack(egg, ticket)}
            className={cx(
              "rounded-md p-1 transition sm:p-3",
              canChoose ? "cursor-pointer hover:-translate-y-1.5 hover:bg-primary/10" : "cursor-default",
              !canChoose && chosen !== egg && "opacity-45",
            )}
          >
            <EggFace
              isShaking={chosen === egg && drawn === undefined}
              isCracked={chosen === egg && drawn !== undefined}
              won={chosen === egg ? won : undefined}
              onOpened={chosen === egg && drawn !== undefined ? opened : undefined}
            />
          </button>
        ))}
      </div>
      <div className="mx-auto grid w-full max-w-120 justify-items-center gap-3 text-center">
        <p role="status" className="min-h-7 font-display text-lg font-bold text-win-text">
          {chosen !== undefined && (won === undefined ? t("prizeDraws.eggs.drawing") : t("prizeDraws.eggs.won", { won }))}
        </p>
        {won !== undefined && drawn?.replaced && <p className="text-sm text-muted">{t("prizeDraws.eggs.replaced")}</p>}
        <p className="text-sm font-semibold">{t("prizeDraws.tickets", { count })}</p>
        {ticket === undefined && chosen === undefined && <NoTickets missionsTo={missionsTo} />}
        {canChoose && <TicketPromise ticket={ticket} text={t("prizeDraws.eggs.promised")} />}
        {won !== undefined && (ticket === undefined ? <NoTickets missionsTo={missionsTo} /> : <Button onClick={next}>{t("prizeDraws.eggs.next")}</Button>)}
        <FormFault error={error} />
      </div>
    </div>
  );
}

function NoTickets({ missionsTo }: { missionsTo: string }) {
  const t = useT();
  return (
    <>
      <p className="max-w-80 text-sm text-muted">{t("prizeDraws.eggs.none")}</p>
      <ButtonLink to={missionsTo} tone="secondary" size="sm">
        {t("prizeDraws.eggs.toMissions")}
      </ButtonLink>
    </>
  );
}

/** What the eggs give how often, the rarest first, and what is given for a prize that has run out: of the version that is asked for, or of the table in force. */
function Odds({ version }: { version: number | undefined }) {
  const t = useT();
  const wonOf = useWon();
  const refusal = useRefusal();
  const table = useEggs(version);
  if (table.data === undefined) return table.error ? <RefusedState {...refusal(table)} /> : <Skeleton className="h-72 w-full" />;
  const { weights, prizes, replacement } = table.data;
  const instead = prizes[replacement];
  const isLimited = prizes.some(({ stock }) => stock !== null);
  return (
    <div className="grid gap-3">
      <table className="w-full text-sm">
        <caption className="sr-only">{t("prizeDraws.eggs.odds")}</caption>
        <tbody>
          {prizes
            .toSorted((one, other) => one.weight - other.weight)
            .map((prize) => (
              <tr key={wonOf(prize)} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-semibold">
                  {wonOf(prize)}
                </th>
                <td className="py-1.5 text-end text-xs text-muted">
                  {prize.left !== null && t("prizeDraws.eggs.left", { left: prize.left, stock: prize.stock ?? 0 })}
                </td>
                <td className="figures py-1.5 ps-3 text-end text-muted">{t("prizeDraws.oneIn", { count: oneIn(prize.weight, weights) })}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {isLimited && instead && <p className="text-xs text-muted">{t("prizeDraws.eggs.instead", { prize: wonOf(instead) })}</p>}
    </div>
  );
}
