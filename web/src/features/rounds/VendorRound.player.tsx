import type { RecordLine } from "@laro/contract/rounds";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";

/** A vendor's round as our own books have it: what fell in its game is not ours to show. */
export function VendorRound({ round, onClose }: { round: RecordLine | undefined; onClose: () => void }) {
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
    [t("rounds.vendor.of"), vendor?.simulated === true ? t("rounds.vendor.test", { name: vendor.name }) : vendor?.name],
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
      <p className="text-sm text-muted">{t("rounds.vendor.noReplay")}</p>
    </div>
  );
}
