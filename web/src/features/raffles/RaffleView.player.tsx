import type { Gift, Rule } from "@laro/contract/core/campaignRules";
import type { Raffle } from "@laro/contract/raffles";
import { useState } from "react";
import { saveFile } from "../../api/download.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { cx } from "../../ui/cx.ts";
import { formatManila } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { readDrawn, readList, useEnterRaffle, useRaffles, useResult } from "./raffles.api.ts";

/** What the page knows of campaigns: how a gift and prizes are told. */
export interface RaffleParts {
  readonly gain: (gift: Gift) => string;
  readonly prizes: (rule: Pick<Rule, "prizes">) => readonly string[];
}

/** A raffle beside its terms: tickets, what was promised, what was drawn, and the check of it. */
export function RaffleView({ code, ...parts }: RaffleParts & { code: string }) {
  const refusal = useRefusal();
  const asked = useRaffles();
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-64 w-full" />;
  const raffle = asked.data.list.find((one) => one.code === code);
  return raffle === undefined ? null : <Shown raffle={raffle} {...parts} />;
}

function Shown({ raffle, prizes, gain }: RaffleParts & { raffle: Raffle }) {
  const { t, language } = useSpeech();
  const enter = useEnterRaffle();
  const { code, drawAt, commitment, listHash, mine, tickets, entries, drawnAt, label } = raffle;
  return (
    <Panel title={t("raffles.title")} text={t("raffles.text", { at: formatManila(drawAt) })}>
      <Figures
        label={t("raffles.title")}
        figures={[
          { label: t("raffles.mine"), figure: <Count of={mine ?? 0} /> },
          ...(listHash === null
            ? []
            : [
                { label: t("raffles.tickets"), figure: <Count of={tickets} /> },
                { label: t("raffles.entries"), figure: <Count of={entries} /> },
              ]),
        ]}
      />
      <ul className="flex flex-wrap gap-2">
        {prizes(raffle).map((prize) => (
          <li key={prize}>
            <Badge tone="primary" long>
              {prize}
            </Badge>
          </li>
        ))}
      </ul>
      {label === "join" && (
        <Button className="justify-self-start" busy={enter.isPending} onClick={() => enter.mutate({ code, language })}>
          {t("raffles.enter")}
        </Button>
      )}
      <FormFault error={enter.error} />
      <dl className="grid gap-3 text-sm">
        <Hash label={t("raffles.commitment")} value={commitment} />
        {listHash !== null && <Hash label={t("raffles.listHash")} value={listHash} />}
      </dl>
      {drawnAt !== null && <Drawn raffle={raffle} gain={gain} />}
    </Panel>
  );
}

const Hash = ({ label, value }: { label: string; value: string }) => (
  <div className="grid gap-0.5">
    <dt className="text-muted">{label}</dt>
    <dd className="font-mono text-xs break-all">{value}</dd>
  </div>
);

/** The winners, and on demand whether they follow from seed and list. */
function Drawn({ raffle: { code, commitment }, gain }: { raffle: Raffle } & Pick<RaffleParts, "gain">) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useResult(code);
  const [checked, setChecked] = useState<boolean>();
  if (asked.first === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-32 w-full" />;
  const { serverSeed, listHash } = asked.first;
  const winners = asked.rows.filter(({ place }) => place !== null);
  const proof = async () => ({
    commitment,
    serverSeed: serverSeed ?? "",
    listHash: listHash ?? "",
    tickets: await readList(code),
    drawn: await readDrawn(code),
  });
  const check = async () => setChecked((await import("./checkRaffle.ts")).isAsDrawn(await proof()));
  const save = async () => {
    const { drawn: tickets, ...rest } = await proof();
    const text = JSON.stringify({ ...rest, drawn: tickets.map(({ ticket, entry, place }) => ({ ticket, entry, place })) });
    saveFile(`raffle-${code}.json`, new Blob([text], { type: "application/json" }));
  };
  return (
    <div className="grid gap-3">
      <h3 className="text-base font-semibold">{t("raffles.winners")}</h3>
      {winners.length === 0 && <p className="text-sm text-muted">{t("raffles.nobody")}</p>}
      <ol aria-label={t("raffles.winners")} className="grid gap-1 text-sm">
        {winners.map(({ place, name, ticket, gift, isMine }) => (
          <li
            key={place}
            className={cx("flex flex-wrap justify-between gap-x-4 gap-y-1 rounded-sm px-3 py-2", isMine ? "bg-primary/12 font-semibold" : "bg-text/4")}
          >
            <span>
              {place}. {isMine ? t("leaderboards.you", { name: name ?? "" }) : name}
            </span>
            <span className="text-muted">{t("raffles.ticket", { ticket })}</span>
            {gift !== null && <span className="text-primary-text">{gain(gift)}</span>}
          </li>
        ))}
      </ol>
      <More {...asked} label={t("ui.more")} />
      {serverSeed !== null && (
        <dl className="grid gap-3 text-sm">
          <Hash label={t("raffles.seed")} value={serverSeed} />
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="secondary" size="sm" onClick={() => void check()}>
          {t("raffles.check")}
        </Button>
        <Button tone="ghost" size="sm" onClick={() => void save()}>
          {t("raffles.save")}
        </Button>
        {checked !== undefined && (
          <p role="status" className={checked ? "text-sm text-win-text" : "text-sm text-accent-text"}>
            {t(checked ? "raffles.checked" : "raffles.wrong")}
          </p>
        )}
      </div>
    </div>
  );
}
