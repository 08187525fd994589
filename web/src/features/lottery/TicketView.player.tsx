import type { OutputOf } from "@laro/contract/core/endpoint";
import type { tickets } from "@laro/contract/tickets";
import { ArrowLeft, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useCheck, useCopyWords } from "../../api/check.ts";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PlainFact, ProofFact, Sign, Steps } from "../../ui/Proof.tsx";
import { useTicket } from "./lottery.api.ts";
import { useMathematics } from "./mathematics.ts";
import type { Checked } from "./merkle.ts";
import { ResultRow } from "./Trends.player.tsx";
import { readResult } from "./results.ts";
import { TicketPicks, TicketState } from "./Tickets.player.tsx";

type Ticket = OutputOf<typeof tickets.get>;

/** A ticket with all that proves it: its picks, its draw's seed, its place under the draw's root, and a check of them in this browser. */
export function TicketView({ ticketId, gameName, backTo }: { ticketId: string; gameName: string; backTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const { data: ticket, error, refetch } = useTicket(ticketId);
  return (
    <div className="grid gap-4 lg:gap-5">
      <header className="flex items-center gap-2 rounded-md border border-line bg-card p-4 sm:p-5">
        <Anchor
          to={backTo}
          aria-label={t("lottery.backToGame")}
          className="grid size-10 shrink-0 place-items-center rounded-pill text-muted transition hover:bg-text/8 hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Anchor>
        <h1 className="min-w-0 text-xl font-extrabold sm:text-2xl">{t("lottery.ticketOf", { game: gameName })}</h1>
      </header>
      {ticket !== undefined ? (
        <Shown ticket={ticket} />
      ) : error === null ? (
        <Skeleton className="h-80 w-full rounded-md" />
      ) : (
        <RefusedState {...refusal({ error, refetch })} />
      )}
    </div>
  );
}

function Shown({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const { game } = useMathematics(ticket.gameCode);
  const facts = [
    { label: t("lottery.draw"), value: ticket.number },
    { label: t("lottery.boughtAt"), value: <DateTime at={Date.parse(ticket.at)} shape="exact" /> },
    { label: t("lottery.drawsAt"), value: <DateTime at={Date.parse(ticket.drawnAt ?? ticket.drawsAt)} shape="exact" /> },
    { label: t("lottery.cost"), value: <Money minor={ticket.stake} /> },
  ];
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-5">
      <Panel title={t("lottery.ticket")} aside={<TicketState ticket={ticket} />}>
        <dl className="grid gap-2 text-sm">
          {facts.map(({ label, value }) => (
            <PlainFact key={label} label={label} figures>
              {value}
            </PlainFact>
          ))}
        </dl>
        {game === undefined ? (
          <Skeleton className="h-32 w-full" />
        ) : (
          <>
            {ticket.result !== null && (
              <div className="grid gap-1.5 border-t border-line pt-3">
                <span className="text-xs text-muted">{t("lottery.result")}</span>
                <ResultRow game={game} fallen={readResult(ticket.result)} />
              </div>
            )}
            <div className="border-t border-line pt-3">
              <TicketPicks game={game} ticket={{ ...ticket, result: ticket.result }} isHeadShown={false} />
            </div>
          </>
        )}
      </Panel>
      <Proof ticket={ticket} />
    </div>
  );
}

function Proof({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const words = useCopyWords();
  const { anchor, link, commitment, salt, seed, ticketsRoot, proof } = ticket;
  return (
    <Panel title={t("lottery.proof")} text={t("lottery.proofText")}>
      <dl className="grid gap-3 text-sm">
        {commitment === null ? (
          <p className="text-sm text-muted">{t("lottery.noCommitment")}</p>
        ) : (
          <ProofFact label={t("rounds.commitment")} value={commitment} words={words} />
        )}
        <ProofFact label={t("rounds.live.anchor")} value={anchor} words={words} />
        <PlainFact label={t("rounds.live.link")} figures>
          {link}
        </PlainFact>
        <ProofFact label={t("rounds.live.salt")} value={salt} words={words} />
        {seed !== null && <ProofFact label={t("rounds.live.seed")} value={seed} words={words} />}
        {ticketsRoot !== null && <ProofFact label={t("lottery.root")} value={ticketsRoot} words={words} />}
        {proof !== null && (
          <>
            <ProofFact label={t("lottery.leaf")} value={proof.leaf} words={words} />
            <PlainFact label={t("lottery.place")} figures>
              {t("lottery.placeOf", { place: proof.place + 1, size: proof.size })}
            </PlainFact>
          </>
        )}
      </dl>
      {proof === null ? <p className="text-sm text-muted">{t("lottery.noProof")}</p> : <Check ticket={ticket} />}
      <details className="rounded-md border border-line px-3.5 py-2.5 text-sm">
        <summary className="font-semibold">{t("lottery.whatItProves")}</summary>
        <Steps className="mt-2" steps={[t("lottery.proves1"), t("lottery.proves2"), t("lottery.proves3"), t("lottery.proves4")]} />
      </details>
      <ButtonLink to={`/fair?part=draw&series=${encodeURIComponent(ticket.gameCode)}`} tone="ghost" size="sm">
        {t("lottery.checkChain")}
      </ButtonLink>
    </Panel>
  );
}

const signs = [
  ["isLeaf", "lottery.sign.leaf", "lottery.sign.notLeaf"],
  ["isUnderRoot", "lottery.sign.root", "lottery.sign.notRoot"],
  ["isPromised", "fair.promised", "seeds.seedDiffers"],
  ["isResult", "fair.sameResult", "seeds.outcomeDiffers"],
  ["isWin", "lottery.sign.win", "lottery.sign.notWin"],
] as const;

function Check({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const [checked, setChecked] = useState<Checked>();
  const [error, setError] = useState<Error | null>(null);
  const check = useCheck(async () => {
    setError(null);
    const { checkTicket } = await import("./merkle.ts");
    setChecked(checkTicket(ticket));
  }, setError);
  return (
    <form onSubmit={check.submit} className="grid gap-3">
      <Button type="submit" tone="secondary" busy={check.isBusy} icon={<ShieldCheck />} className="justify-self-start">
        {t("lottery.checkAgain")}
      </Button>
      <FormFault error={error} />
      {checked !== undefined && (
        <div role="status" className="grid gap-2 text-sm">
          {signs.map(([name, good, bad]) => {
            const isGood = checked[name];
            return (
              isGood !== undefined && (
                <Sign key={name} isGood={isGood}>
                  {t(isGood ? good : bad)}
                </Sign>
              )
            );
          })}
        </div>
      )}
    </form>
  );
}
