import type { KeptVenue } from "@laro/contract/venues";
import { Plus } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { AddVenueOperator, ChangeVenueOperator } from "./VenueDialogs.operator.tsx";
import { useKeptVenues } from "./venues.operator.api.ts";

/** The gaming venues members can choose from. */
export function VenuesOperator({ canChange }: { canChange: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useKeptVenues();
  const rows = asked.data?.list ?? [];
  const [isAdding, setAdding] = useState(false);
  const [openId, setOpenId] = useState<bigint>();
  const opened = rows.find(({ id }) => id === openId);
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("venues.title")}</h1>
          <p className="text-muted">{t("venues.text")}</p>
        </div>
        {canChange && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            {t("venues.add")}
          </Button>
        )}
      </header>
      <DataTable
        caption={t("venues.title")}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("venues.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={canChange ? ({ id }) => setOpenId(id) : undefined}
      />
      {isAdding && <AddVenueOperator onDone={() => setAdding(false)} />}
      {opened && <ChangeVenueOperator venue={opened} onDone={() => setOpenId(undefined)} />}
    </div>
  );
}

function useColumns(): readonly Column<KeptVenue>[] {
  const t = useT();
  return [
    { key: "label", label: t("venues.label"), primary: true, render: ({ label }) => <span className="font-semibold">{label}</span> },
    {
      key: "state",
      label: t("venues.state"),
      render: ({ isOpen }) => <Badge tone={isOpen ? "win" : undefined}>{t(isOpen ? "venues.open" : "venues.closed")}</Badge>,
    },
    { key: "members", label: t("venues.members"), align: "end", render: ({ members }) => <span className="figures">{members}</span> },
  ];
}
