import { BINGO_CARDS_MAX } from "@laro/contract/core/plays/minis";
import type { BingoOutcome } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { BALLS_DECIDING, BALLS_DRAWN, CARD_PRICE } from "@laro/engines/minis/bingo";
import { Play } from "lucide-react";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { useProgress } from "../motion.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import { BingoBalls, BingoBlanks, BingoCards } from "./BingoBoard.tsx";
import { MiniStage } from "./MiniStage.tsx";
import { OptionGroup } from "./OptionGroup.tsx";
import { type MiniRoom, useMini } from "./useMini.ts";

const BingoRules = lazy(() => import("./BingoRules.tsx").then((file) => ({ default: file.BingoRules })));

const DRAW_MS = 1_500;
const WHOLE = 1_000;
/** The balls fall in so many handfuls, so that even many cards keep up. */
const HANDFULS = 12;
const COUNTS = [1, 4, 12, 24, BINGO_CARDS_MAX] as const;
const CARDS_FIRST = 4;

export function BingoTable({ room }: { room: Room }) {
  const t = useT();
  const held = useMini(room, { choice: {}, stake: BigInt(CARDS_FIRST) * CARD_PRICE, leadMs: 150, showMs: DRAW_MS });
  const { play, stake, setStake, isFree } = held;
  const cards = Number(stake / CARD_PRICE);
  const mini = { ...held, start: () => play.start(stake, { cards }) };
  const take = (count: number): void => setStake(BigInt(Math.min(BINGO_CARDS_MAX, Math.max(1, count))) * CARD_PRICE);
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph="parol"
      scene="plaza"
      actLabel={t("rounds.bingoPlay")}
      actIcon={<Play />}
      hint={t("rounds.bingoHint")}
      onStep={(step) => isFree && take(cards + step)}
      Rules={BingoRules}
      strip={
        <div className="max-sm:hidden">
          <ResultStrip
            gameCode={room.gameCode}
            label={t("rounds.lastResults")}
            say={({ outcome }) => t("rounds.bingoLines", { lines: (outcome as BingoOutcome).cards.reduce((all, { lines }) => all + lines, 0) })}
            isWon={({ win, stake: paid }) => win > paid}
          />
        </div>
      }
      panel={
        <OptionGroup
          label={t("rounds.bingoHowMany")}
          options={COUNTS.map((count) => ({ value: count, text: String(count) }))}
          value={COUNTS.find((count) => count === cards) ?? 0}
          locked={!isFree}
          onChoose={take}
        />
      }
    >
      <Draw mini={mini} cards={cards} />
    </MiniStage>
  );
}

function Draw({ mini: { play, reveal }, cards }: { mini: MiniRoom; cards: number }) {
  const { round } = play;
  const permille = useProgress(reveal.isMoving ? round?.id : undefined, DRAW_MS);
  const outcome = round?.outcome as BingoOutcome | undefined;
  const count = reveal.isMoving ? Math.ceil((permille * HANDFULS) / WHOLE) * (BALLS_DRAWN / HANDFULS) : BALLS_DRAWN;
  if (outcome === undefined)
    return (
      <>
        <BingoBalls balls={[]} count={0} />
        <BingoBlanks cards={cards} />
      </>
    );
  return (
    <>
      <BingoBalls balls={outcome.balls} count={count} />
      <BingoCards cards={outcome.cards} balls={outcome.balls.slice(0, Math.min(count, BALLS_DECIDING))} isWhole={!reveal.isMoving} />
    </>
  );
}
