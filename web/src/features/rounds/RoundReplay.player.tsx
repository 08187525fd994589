import type { OutputOf } from "@laro/contract/core/endpoint";
import type { rounds } from "@laro/contract/rounds";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { findFace, useSay } from "./games.ts";
import { useRound } from "./rounds.api.ts";
import { StageFrame } from "./StageFrame.tsx";

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
  const face = findFace(round?.gameCode ?? "");
  return (
    <StageFrame
      title={round === undefined ? t("rounds.replay") : `${t("rounds.replay")}: ${round.displayName}`}
      glyph={face?.glyph ?? "parol"}
      scene={face?.scene ?? "plaza"}
      controls={back}
    >
      {round !== undefined && <RecordedStage round={round} proof={proof(round)} />}
      {round === undefined && error === null && <Skeleton className="h-full min-h-60 w-full opacity-30" />}
      {round === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
    </StageFrame>
  );
}

function RecordedStage({ round, proof }: { round: RecordedRound; proof: ReactNode }) {
  const t = useT();
  const Replay = findFace(round.gameCode)?.Replay;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Suspense fallback={<Skeleton className="min-h-60 w-full flex-1 opacity-30" />}>
        {round.state === "void" ? (
          <p className="grid flex-1 place-content-center text-lg text-muted">{t("rounds.state.voidLong")}</p>
        ) : (
          Replay && <Replay round={round} />
        )}
      </Suspense>
      {round.byClock !== undefined && <p className="rounded-md bg-black/30 p-3 text-sm">{t("rounds.byClock")}</p>}
      <RoundFacts round={round} />
      {round.corrections.length > 0 && <Corrections corrections={round.corrections} />}
      {proof}
    </div>
  );
}

function RoundFacts({ round }: { round: RecordedRound }) {
  const t = useT();
  const say = useSay(round.gameCode);
  const facts = (round.state === "void" ? undefined : say?.(round, t).facts) ?? [];
  const { stake, win, nonce, draw, at, serverSeedHash, clientSeed } = round;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-black/30 p-3 text-sm sm:grid-cols-4">
      <Fact label={t("rounds.stake")}>
        <Money minor={stake} />
      </Fact>
      <Fact label={t("rounds.paid")}>
        <Money minor={win} />
      </Fact>
      <Fact label={t("rounds.when")}>
        <DateTime at={at} shape="exact" className="text-xs whitespace-normal lg:text-sm" />
      </Fact>
      {draw && <Fact label={t("rounds.live.draw")}>{draw.number}</Fact>}
      <Fact label={t(draw === null ? "rounds.nonce" : "rounds.live.link")}>{nonce}</Fact>
      {facts.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
      <Fact label={t(draw === null ? "rounds.clientSeed" : "rounds.live.salt")}>
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

/** What was changed of the round after it was settled, and why. */
function Corrections({ corrections }: Pick<RecordedRound, "corrections">) {
  const t = useT();
  return (
    <section aria-label={t("rounds.corrections")} className="grid gap-1.5 rounded-md bg-black/30 p-3 text-sm">
      <h3 className="font-semibold">{t("rounds.corrections")}</h3>
      <p className="text-xs text-muted">{t("rounds.correctionsText")}</p>
      {corrections.map(({ stake, win, reason, at }) => (
        <p key={`${at} ${stake} ${win}`} className="flex flex-wrap gap-x-3 gap-y-0.5">
          <DateTime at={at} className="text-muted" />
          <span>
            {t("rounds.correctionStake")} <Money minor={stake} signed />
          </span>
          <span>
            {t("rounds.correctionWin")} <Money minor={win} signed />
          </span>
          <span className="min-w-0 break-words text-muted">{reason}</span>
        </p>
      ))}
    </section>
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
