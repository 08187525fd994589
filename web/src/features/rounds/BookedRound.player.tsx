import type { RecordLine } from "@laro/contract/rounds";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";

/** Whether a round can be shown again: one of its player's seed, or of a draw. */
export const hasReplay = ({ seedId, draw }: Pick<RecordLine, "draw" | "seedId">): boolean => seedId !== null || draw !== null;

/** A round that has no replay, as the books have it: what fell in a vendor's game is not ours to show, and a hand of cards shows itself at its table. */
export function BookedRound({ round, onClose }: { round: RecordLine | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open={round !== undefined} onClose={onClose} title={round?.displayName ?? t("rounds.vendor.title")} closeLabel={t("ui.close")}>
      {round !== undefined && <Facts round={round} />}
    </Dialog>
  );
}

function Facts({ round: { id, vendor, stake, win, at } }: { round: RecordLine }) {
  const t = useT();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(vendor === null ? [] : ([[t("rounds.vendor.of"), vendor.simulated ? t("rounds.vendor.test", { name: vendor.name }) : vendor.name]] as const)),
    [t("rounds.record.at"), <DateTime key="at" at={at} shape="exact" />],
    [t("rounds.record.stake"), <Money key="stake" minor={stake} />],
    [t("rounds.record.win"), <Money key="win" minor={win} />],
    [t("rounds.record.net"), <Money key="net" minor={win - stake} signed className="font-semibold" />],
    [
      t("rounds.vendor.id"),
      <span key="id" className="break-all font-mono text-xs">
        {id}
      </span>,
    ],
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{t(vendor === null ? "rounds.handNoReplay" : "rounds.vendor.noReplay")}</p>
    </div>
  );
}
