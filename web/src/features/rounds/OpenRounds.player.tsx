import { rounds } from "@laro/contract/rounds";
import { Hourglass } from "lucide-react";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";

/** The rounds that wait for the member, on whatever device they were opened; nothing where none does. */
export function OpenRounds() {
  const t = useT();
  const { data } = useApiQuery(rounds.running, {});
  const list = data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="open-rounds" className="grid gap-2 rounded-md border border-line bg-card p-4">
      <h2 id="open-rounds" className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Hourglass className="size-4.5 text-primary-text" />
        {t("rounds.open.title", { count: list.length })}
        <Money minor={list.reduce((sum, { stake }) => sum + stake, 0n)} className="figures" />
      </h2>
      <ul className="grid">
        {list.map(({ id, gameCode, displayName, stake, dueAt }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Anchor
              to={`/room/${gameCode}`}
              className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-sm px-2 py-1.5 transition hover:bg-text/6"
            >
              <span className="font-medium">{displayName}</span>
              <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <Money minor={stake} className="font-semibold text-text" />
                <span>
                  {t("rounds.open.yourTurn")} <DateTime at={dueAt} shape="full" />
                </span>
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
