import type { OutputOf } from "@laro/contract/core/endpoint";
import type { DiceChoice, SlotOutcome } from "@laro/contract/core/plays";
import type { rounds } from "@laro/contract/rounds";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { hundredths } from "./diceChoice.ts";
import { DiceTrack } from "./DiceTrack.tsx";
import { isDice } from "./outcomes.ts";
import { RoundResult } from "./RoundResult.tsx";
import { useRound } from "./rounds.api.ts";
import { SlotReels } from "./SlotReels.tsx";
import { StageFrame } from "./StageFrame.tsx";
import { WinLines } from "./WinLines.tsx";

export type RecordedRound = OutputOf<(typeof rounds)["get"]>;

export interface RoundReplayProps {
  id: string;
  /** Where the way back leads: the game itself. */
  gameTo: string;
  /** Stands below the record: how to check the round. */
  proof: (round: RecordedRound) => ReactNode;
}

/** Shows a recorded round again: what fell, what it paid, and what proves it. */
export function RoundReplay({ id, gameTo, proof }: RoundReplayProps) {
  const t = useT();
  const refusal = useRefusal();
  const { data: round, error, refetch } = useRound(id);
  const back = (
    <ButtonLink to={gameTo} icon={<ArrowLeft />} className="sm:self-start">
      {t("rounds.backToGame")}
    </ButtonLink>
  );
  const isSea = round !== undefined && isDice(round.outcome);
  return (
    <StageFrame
      title={round === undefined ? t("rounds.replay") : `${t("rounds.replay")}: ${round.displayName}`}
      glyph={isSea ? "die" : "mango"}
      scene={isSea ? "sea" : "plaza"}
      controls={back}
    >
      {round !== undefined && <RecordedStage round={round} proof={proof(round)} />}
      {round === undefined && error === null && <Skeleton className="h-full min-h-60 w-full opacity-30" />}
      {round === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
    </StageFrame>
  );
}

function RecordedStage({ round, proof }: { round: RecordedRound; proof: ReactNode }) {
  const { id, stake, win, choice, outcome } = round;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {isDice(outcome) ? (
        <div className="grid flex-1 content-center gap-3">
          <p
            className={cx(
              "figures text-center font-display text-[3.5rem] leading-none font-extrabold sm:text-[5rem]",
              win > 0n ? "text-win-text" : "text-accent-text",
            )}
          >
            {hundredths(outcome.roll)}
          </p>
          <RoundResult id={id} stake={stake} win={win} quiet />
          <DiceTrack choice={choice as DiceChoice} at={outcome.roll} />
        </div>
      ) : (
        <>
          <div className="flex min-h-44 flex-1 flex-col">
            <RecordedReels outcome={outcome} stake={stake} />
          </div>
          <RoundResult id={id} stake={stake} win={win} quiet />
        </>
      )}
      <RoundFacts round={round} />
      {proof}
    </div>
  );
}

function RecordedReels({ outcome, stake }: { outcome: SlotOutcome; stake: bigint }) {
  const t = useT();
  return (
    <SlotReels stops={outcome.stops} motion="still" label={t("rounds.reels")}>
      <WinLines outcome={outcome} stake={stake} />
    </SlotReels>
  );
}

function RoundFacts({ round: { stake, win, nonce, at, choice, outcome, serverSeedHash, clientSeed } }: { round: RecordedRound }) {
  const t = useT();
  const side = "side" in choice ? choice : undefined;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-black/30 p-3 text-sm sm:grid-cols-4">
      <Fact label={t("rounds.stake")}>
        <Money minor={stake} />
      </Fact>
      <Fact label={t("rounds.paid")}>
        <Money minor={win} />
      </Fact>
      <Fact label={t("rounds.when")}>
        <DateTime at={at} shape="exact" className="text-xs lg:text-sm" />
      </Fact>
      <Fact label={t("rounds.nonce")}>{nonce}</Fact>
      {side && <Fact label={t("rounds.choice")}>{`${t(side.side === "under" ? "rounds.rollUnder" : "rounds.rollOver")} ${hundredths(side.target)}`}</Fact>}
      {side && isDice(outcome) && <Fact label={t("rounds.multiplier")}>{`${hundredths(outcome.multiplier)}×`}</Fact>}
      <Fact label={t("rounds.clientSeed")}>
        <code className="block truncate text-xs">{clientSeed}</code>
      </Fact>
      <Fact label={t("rounds.commitment")}>
        <span className="flex items-center gap-1">
          <code className="min-w-0 truncate text-xs">{serverSeedHash}</code>
          <CopyButton text={serverSeedHash} label={t("ui.copy")} copiedLabel={t("copy_success")} />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures min-w-0 truncate font-semibold">{children}</dd>
    </div>
  );
}
