import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { X } from "lucide-react";
import { useT } from "../../api/language.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Buy, Open } from "./lottery.api.ts";
import { linesOf, partsOf, type Preview, type Slip } from "./slip.ts";
import { percentOf, useLotteryWords } from "./words.ts";

interface SlipProps {
  readonly game: LotteryEngine<unknown>;
  readonly slip: Slip;
  readonly preview: Preview;
  /** The draw the slip is for; undefined while none takes tickets. */
  readonly draw: Open | undefined;
  readonly draws: readonly Open[];
  /** The number of the draw that closed while the slip was open; its buyer is asked again. */
  readonly closed: string | undefined;
  readonly buy: Buy;
  readonly onDraw: (drawId: bigint) => void;
  readonly onNext: () => void;
  readonly onRemove: (spot: string) => void;
  readonly onClear: () => void;
  readonly onBuy: () => void;
}

/** What is about to be bought: every pick, what it costs and can bring, and for which draw. */
export function SlipCard(props: SlipProps) {
  const { slip, preview, onClear } = props;
  const t = useT();
  return (
    <Panel
      title={t("lottery.slip")}
      aside={
        slip.size > 0 && (
          <Button tone="ghost" size="sm" onClick={onClear}>
            {t("lottery.clear")}
          </Button>
        )
      }
    >
      {slip.size === 0 ? (
        <p className="py-2 text-sm text-muted">{t("lottery.slipEmpty")}</p>
      ) : (
        <>
          <Picks {...props} />
          <Facts preview={preview} />
        </>
      )}
      <Paying {...props} />
    </Panel>
  );
}

function Picks({ game, slip, onRemove }: SlipProps) {
  const t = useT();
  const words = useLotteryWords();
  return (
    <ul className="grid max-h-60 content-start gap-1 overflow-y-auto overscroll-contain" aria-label={t("lottery.picks")} tabIndex={0}>
      {[...slip].map(([spot, unit]) => {
        const lines = linesOf(game, new Map([[spot, unit]]));
        const name = `${words.bet(partsOf(spot).code)} ${words.pick(game, spot)}`;
        return (
          <li key={spot} data-spot={spot} className="flex items-center gap-2 rounded-sm bg-field py-1 ps-3 pe-1 text-sm">
            <span className="min-w-0 flex-1 leading-tight">
              <span className="block text-xs text-muted">{words.bet(partsOf(spot).code)}</span>
              <span className="figures font-semibold break-words">{words.pick(game, spot)}</span>
            </span>
            <span className="text-end text-xs whitespace-nowrap">
              {lines > 1 && <span className="figures text-muted">{lines} × </span>}
              <Money minor={unit} />
            </span>
            <IconButton label={t("lottery.remove", { pick: name })} size="sm" onClick={() => onRemove(spot)}>
              <X />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

function Facts({ preview: { picks, lines, cost, best, returned } }: { preview: Preview }) {
  const t = useT();
  const facts = [
    { label: t("lottery.picks"), value: picks },
    { label: t("lottery.lines"), value: lines },
    { label: t("lottery.best"), value: <Money minor={best} /> },
    { label: t("lottery.return"), value: `${percentOf(returned)}%` },
    { label: t("lottery.cost"), value: <Money minor={cost} className="text-base font-extrabold" /> },
  ];
  return (
    <dl className="grid gap-1.5 border-t border-line pt-3 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Paying({ slip, preview, draw, draws, closed, buy, onDraw, onNext, onBuy }: SlipProps) {
  const t = useT();
  if (draw === undefined) return <p className="rounded-sm bg-field px-3.5 py-3 text-sm">{t("lottery.noDraw")}</p>;
  return (
    <div className="grid gap-3">
      {draws.length > 1 && (
        <Select
          label={t("lottery.forDraw")}
          value={String(draw.drawId)}
          options={draws.map(({ drawId, number }) => ({ value: String(drawId), label: number }))}
          onChange={({ target }) => onDraw(BigInt(target.value))}
        />
      )}
      {closed !== undefined && slip.size > 0 ? (
        <div role="alert" className="grid gap-3 rounded-sm border border-primary/50 bg-primary/10 px-3.5 py-3 text-sm">
          <p>{t("lottery.closedMeanwhile", { closed, next: draw.number })}</p>
          <Button size="sm" onClick={onNext} className="justify-self-start">
            {t("lottery.takeNext", { number: draw.number })}
          </Button>
        </div>
      ) : (
        <>
          <FormFault error={buy.fault} />
          <Button size="lg" block busy={buy.isAsking} disabled={slip.size === 0} onClick={onBuy}>
            {buy.open !== undefined && !buy.isAsking ? t("lottery.askAgain") : t("lottery.buy")}
            {slip.size > 0 && <Money minor={preview.cost} />}
          </Button>
          <p className="text-center text-xs text-muted">
            {t("lottery.drawFacts", { number: draw.number })} <Countdown until={Date.parse(draw.closesAt)} className="font-semibold text-text" />
          </p>
        </>
      )}
    </div>
  );
}
