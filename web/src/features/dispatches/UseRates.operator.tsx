import type { LetterUse } from "@laro/contract/dispatches";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { useLetterUse } from "./dispatches.operator.api.ts";

type Counted = Pick<LetterUse["days"][number], "sent" | "used">;

/** Under so many percent a prefix is doubtful, as the server has it. */
const DOUBTFUL_PERCENT = 20;
const DOUBTFUL_FROM = 50;

/** How much of what is sent is used, by prefix and by day. */
export function UseRatesOperator() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useLetterUse();
  const { days = [], prefixes = [] } = asked.data ?? {};
  const shared = useCountColumns();
  const face = faceOf(asked, days.length);
  const faces = { empty: <EmptyState text={t("dispatches.outbox.useEmpty")} />, refused: <RefusedState {...refusal(asked)} /> };
  return (
    <section aria-labelledby="use" className="grid grid-cols-1 gap-3">
      <header className="grid gap-1">
        <h2 id="use" className="text-lg font-bold">
          {t("dispatches.outbox.use")}
        </h2>
        <p className="text-sm text-muted">{t("dispatches.outbox.useText")}</p>
      </header>
      {face === "empty" ? (
        <div className="rounded-md border border-line bg-card">{faces.empty}</div>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <DataTable
            caption={t("dispatches.outbox.prefix")}
            columns={[
              { key: "prefix", label: t("dispatches.outbox.prefix"), primary: true, render: ({ prefix }) => <span className="figures">{prefix}</span> },
              ...shared,
            ]}
            rows={prefixes}
            rowKey={({ prefix }) => prefix}
            face={face}
            {...faces}
          />
          <DataTable
            caption={t("dispatches.outbox.useDay")}
            columns={[
              { key: "day", label: t("dispatches.outbox.useDay"), primary: true, render: ({ day }) => formatCalendar(day) },
              ...shared,
              { key: "cost", label: t("dispatches.outbox.cost"), align: "end", render: ({ cost }) => <Money minor={cost} /> },
            ]}
            rows={days}
            rowKey={({ day }) => day}
            face={face}
            {...faces}
          />
        </div>
      )}
    </section>
  );
}

function useCountColumns(): readonly Column<Counted>[] {
  const t = useT();
  const figure = (count: number) => <span className="figures">{count}</span>;
  return [
    { key: "sent", label: t("dispatches.outbox.sent"), align: "end", render: ({ sent }) => figure(sent) },
    { key: "used", label: t("dispatches.outbox.used"), align: "end", render: ({ used }) => figure(used) },
    { key: "rate", label: t("dispatches.outbox.useRate"), align: "end", render: (counted) => <Rate {...counted} /> },
  ];
}

function Rate({ sent, used }: Counted) {
  const t = useT();
  const percent = sent === 0 ? 0 : Math.round((used * 100) / sent);
  const isDoubtful = sent >= DOUBTFUL_FROM && percent < DOUBTFUL_PERCENT;
  const text = t("dispatches.outbox.percent", { percent });
  return isDoubtful ? <Badge tone="accent">{text}</Badge> : <span className="figures">{text}</span>;
}
