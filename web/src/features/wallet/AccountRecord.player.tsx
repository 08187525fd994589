import { movementKinds, type MovementKind } from "@laro/contract/wallet";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useDayLabels } from "../../api/days.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { dayIn, type DaySpan, readSpan } from "../../ui/days.ts";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Select } from "../../ui/Select.tsx";
import { MovementTable } from "./MovementTable.player.tsx";
import { useMovements } from "./wallet.api.ts";

const readKind = (search: URLSearchParams): MovementKind | undefined => movementKinds.find((kind) => kind === search.get("kind"));

/** Every line that changed the balance, by kind and by days; the URL keeps both. */
export function AccountRecord({ depositTo }: { depositTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const { timeZone } = usePermission().jurisdiction;
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(Date.now);
  const today = dayIn(timeZone, openedAt);
  const [span, kind] = [readSpan(search, today), readKind(search)];
  const record = useMovements({ ...span, ...(kind === undefined ? {} : { kind }) });
  const show = (next: DaySpan, of: string) => setSearch({ ...next, ...(of === "" ? {} : { kind: of }) }, { replace: true });
  const more = record.hasNextPage && (
    <Button tone="secondary" busy={record.isFetchingNextPage} onClick={() => void record.fetchNextPage()}>
      {t("ui.more")}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-44">
          <Select
            label={t("wallet.kind")}
            value={kind ?? ""}
            onChange={(event) => show(span, event.target.value)}
            options={[{ value: "", label: t("wallet.kind.all") }, ...movementKinds.map((value) => ({ value, label: t(`wallet.kind.${value}`) }))]}
          />
        </div>
        <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(next) => show(next, kind ?? "")} />
      </div>
      <MovementTable
        rows={record.rows}
        face={faceOf(record, record.rows.length)}
        empty={<EmptyState drawing="banca" text={t("wallet.empty")} action={<ButtonLink to={depositTo}>{t("wallet.deposit")}</ButtonLink>} />}
        refused={<RefusedState {...refusal(record)} />}
        footer={more ? <div className="grid justify-center">{more}</div> : undefined}
      />
    </div>
  );
}
