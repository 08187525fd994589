import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { scratchPrices, type ScratchOutcome } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { SCRATCH_FIELDS, scratchPrizes } from "@laro/engines/minis/scratch";
import { Ticket } from "lucide-react";
import { lazy, useState } from "react";
import { useT } from "../../../api/language.ts";
import { groupThousands, Money, multiple } from "../../../ui/Money.tsx";
import { ResultStrip } from "../ResultStrip.tsx";
import { MiniStage } from "./MiniStage.tsx";
import { ScratchPlate } from "./ScratchPlate.tsx";
import { useMini } from "./useMini.ts";

const ScratchRules = lazy(() => import("./ScratchRules.tsx").then((file) => ({ default: file.ScratchRules })));

const prices = scratchPrices.flatMap((price) => parseAmount(price) ?? []);
const everyField = Array.from({ length: SCRATCH_FIELDS }, (_, field) => field);

export function ScratchTable({ room }: { room: Room }) {
  const t = useT();
  const held = useMini(room, { choice: {}, stake: prices[0] ?? room.stakeMin, leadMs: 150, showMs: undefined });
  const { play, stake, reveal } = held;
  const mini = { ...held, start: () => play.start(stake, { price: formatAmount(stake) }) };
  const [opened, setOpened] = useState<{ id: string; fields: readonly number[] }>();
  const { round } = play;
  const outcome = round?.outcome as ScratchOutcome | undefined;
  const open = round === undefined ? [] : reveal.isMoving ? (opened?.id === round.id ? opened.fields : []) : everyField;
  const openField = (field: number): void => {
    if (round === undefined || outcome === undefined) return;
    const fields = [...open, field];
    setOpened({ id: round.id, fields });
    if (field === outcome.field || fields.length === SCRATCH_FIELDS) reveal.hurry();
  };
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph="ticket"
      scene="plaza"
      actLabel={t("rounds.buyTicket")}
      actIcon={<Ticket />}
      skipLabel={t("rounds.showAll")}
      hint={t("rounds.scratchHint")}
      stakes={prices}
      Rules={ScratchRules}
      strip={
        <div className="max-sm:hidden">
          <ResultStrip
            gameCode={room.gameCode}
            label={t("rounds.lastResults")}
            say={({ outcome: fell }) => multiple((fell as ScratchOutcome).multiplier)}
            isWon={({ win, stake: paid }) => win > paid}
          />
        </div>
      }
      panel={<PrizeList stake={stake} />}
    >
      <TicketFrame ticket={mini.isFree ? outcome?.ticket : undefined}>
        <ScratchPlate key={round?.id} prizeField={outcome?.field} prize={round?.win ?? 0n} open={open} onOpen={openField} />
      </TicketFrame>
    </MiniStage>
  );
}

/** The printed ticket around the nine fields: its number, and the sentence that nothing is left to skill. */
export function TicketFrame({ ticket, children }: { ticket: number | undefined; children: React.ReactNode }) {
  const t = useT();
  return (
    <div className="grid min-h-0 flex-1 content-center">
      <div className="mx-auto grid w-full max-w-140 gap-2 rounded-md bg-linear-to-br from-[#d81f5d] via-[#b3124f] to-[#6b0a4a] p-3 shadow-float ring-2 ring-[#ffb627] sm:p-4">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-display text-lg leading-6 font-extrabold text-[#ffe08a] sm:text-2xl">{t("rounds.scratchTitle")}</span>
          <span className="figures text-xs text-white">
            {ticket === undefined ? t("rounds.scratchNoNumber") : t("rounds.scratchNumber", { number: groupThousands(String(ticket)) })}
          </span>
        </p>
        {children}
        <p className="text-center text-xs text-white">{t("rounds.scratchDecided")}</p>
      </div>
    </div>
  );
}

/** What a ticket at this price may hold. */
function PrizeList({ stake }: { stake: bigint }) {
  const t = useT();
  return (
    <div role="group" aria-label={t("rounds.scratchPrizes")} tabIndex={0} className="no-bar shrink-0 overflow-x-auto rounded-sm">
      <dl className="flex h-11 items-center gap-1">
        {scratchPrizes.map(({ pays, tickets }) => (
          <div key={pays} className="grid h-11 min-w-max flex-1 shrink-0 content-center justify-items-center rounded-sm bg-black/25 px-2">
            <dt className="figures text-xs font-bold">
              <Money minor={(stake * BigInt(pays)) / 100n} />
            </dt>
            <dd className="figures text-xs leading-4 text-muted">{t("rounds.scratchTickets", { tickets: groupThousands(String(tickets)) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
