import { RefusedCall } from "@laro/contract/core/call";
import type { Envelope, Rain } from "@laro/contract/envelopes";
import { type ReactNode, useState } from "react";
import { useCopyWords } from "../../api/check.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProofFact, Steps } from "../../ui/Proof.tsx";
import { useMine, useNamed, useRains } from "./envelopes.api.ts";
import { RainProof } from "./RainProof.player.tsx";
import { type RainParts, RainStage } from "./RainStage.player.tsx";

/** The rain an address names, or of which one was opened here; else the one that runs or comes next, and below it the last that is over. */
export function EnvelopeRain({ code: asked, ...parts }: Omit<RainParts, "onOpened"> & { code: string | undefined }) {
  const t = useT();
  const [opened, setOpened] = useState<string>();
  const code = asked ?? opened;
  const rains = useRains();
  const near = [rains.data?.rain, rains.data?.over].find((one) => one?.code === code?.toUpperCase());
  const isNamed = code !== undefined && near === undefined;
  const named = useNamed(code ?? "", { enabled: isNamed && rains.data !== undefined });
  if (rains.data === undefined) return <Waiting asked={rains} />;
  if (isNamed && named.first === undefined)
    return named.error instanceof RefusedCall && named.error.code === "campaigns.not_found" ? (
      <None text={t("envelopes.unknown")} />
    ) : (
      <Waiting asked={named} />
    );
  const rain = code === undefined ? rains.data.rain : (near ?? named.first!.rain);
  const last = code === undefined ? rains.data.over : null;
  return (
    <>
      {rain === null ? <None text={t("envelopes.none")} /> : <Shown key={rain.code} rain={rain} onOpened={() => setOpened(rain.code)} {...parts} />}
      <Own />
      {last !== null && (
        <Panel title={t("envelopes.last", { title: last.title })} text={t("envelopes.lastText")}>
          <Facts rain={last} />
          <RainProof rain={last} />
        </Panel>
      )}
    </>
  );
}

function Waiting({ asked }: { asked: Parameters<ReturnType<typeof useRefusal>>[0] }) {
  const refusal = useRefusal();
  return asked.error === null ? <Skeleton className="h-104 w-full rounded-md" /> : <RefusedState {...refusal(asked)} />;
}

const None = ({ text }: { text: string }) => {
  const t = useT();
  return <EmptyState text={text} action={<ButtonLink to="/promotions">{t("envelopes.toPromotions")}</ButtonLink>} />;
};

function Shown({ rain, ...parts }: RainParts & { rain: Rain }) {
  const t = useT();
  const words = useCopyWords();
  const { condition } = parts;
  const { title, summary, commitment, conditions, state } = rain;
  return (
    <>
      <RainStage rain={rain} {...parts} />
      <Panel title={title} text={summary}>
        <Facts rain={rain} />
        <div className="grid gap-1 text-sm">
          <h3 className="font-semibold">{t("envelopes.who")}</h3>
          <ul className="list-disc ps-5 text-muted">
            {(conditions.length === 0 ? [t("envelopes.everyone")] : conditions.map(condition)).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        {state !== "over" && (
          <dl className="grid gap-2 text-sm">
            <ProofFact label={t("envelopes.commitment")} value={commitment} words={words} />
          </dl>
        )}
        <Steps className="text-sm" steps={[t("envelopes.how1"), t("envelopes.how2"), t("envelopes.how3")]} />
        {state === "over" && <RainProof rain={rain} />}
      </Panel>
    </>
  );
}

function Facts({ rain: { total, slips, smallest, largest, left, returned } }: { rain: Rain }) {
  const t = useT();
  const ends: ReactNode = (
    <>
      <Money minor={smallest} /> – <Money minor={largest} />
    </>
  );
  return (
    <Figures
      label={t("envelopes.figures")}
      figures={[
        { label: t("envelopes.total"), figure: <Money minor={total} /> },
        { label: t("envelopes.slips"), figure: <Count of={slips} /> },
        { label: t("envelopes.each"), figure: ends },
        returned === null
          ? { label: t("envelopes.left"), figure: <Count of={left ?? slips} /> }
          : { label: t("envelopes.returned"), figure: <Money minor={returned} /> },
      ]}
    />
  );
}

/** What the member opened so far. */
function Own() {
  const t = useT();
  const mine = useMine();
  if (mine.rows.length === 0) return null;
  return (
    <Panel title={t("envelopes.mine")}>
      <ul aria-label={t("envelopes.mine")} className="grid gap-2 text-sm">
        {mine.rows.map((one: Envelope) => (
          <li key={one.code} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-sm bg-text/4 px-3 py-2">
            <span className="font-semibold wrap-anywhere">{one.title}</span>
            <span className="text-xs text-muted">
              {t("envelopes.number", { n: one.n })} · <DateTime at={one.at} />
              {!one.paid && ` · ${t("envelopes.waits")}`}
            </span>
            <Money minor={one.amount} className="font-semibold text-win-text" />
          </li>
        ))}
      </ul>
      <More {...mine} label={t("ui.more")} className="justify-self-center" />
    </Panel>
  );
}
