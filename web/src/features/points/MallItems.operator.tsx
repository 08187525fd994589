import type { DeskItem, itemStates } from "@laro/contract/points";
import { Plus } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { ItemFormOperator, type PicturePart } from "./ItemForm.operator.tsx";
import { type PointsRights, useItems } from "./points.operator.api.ts";

const tones = { draft: "neutral", open: "win", closed: "accent" } as const satisfies Record<(typeof itemStates)[number], BadgeTone>;

/** The items of the mall in their order. */
export function MallItemsOperator({ rights, picture }: { rights: PointsRights; picture: PicturePart }) {
  const t = useT();
  const refusal = useRefusal();
  const items = useItems();
  const [editing, setEditing] = useState<DeskItem | "new">();
  const columns: readonly Column<DeskItem>[] = [
    {
      key: "name",
      label: t("points.item"),
      primary: true,
      render: ({ words }) => <span className="font-semibold whitespace-normal">{words["EN"]?.name || t("points.unnamed")}</span>,
    },
    { key: "state", label: t("points.itemState"), render: ({ state }) => <Badge tone={tones[state]}>{t(`points.itemState.${state}`)}</Badge> },
    { key: "group", label: t("points.group"), render: ({ group }) => group || <None /> },
    { key: "points", label: t("points.pointsRequirement"), align: "end", render: ({ pointsRequirement }) => <Count of={pointsRequirement} /> },
    {
      key: "amount",
      label: t("points.amountRequirement"),
      align: "end",
      render: ({ amountRequirement }) => (amountRequirement === 0n ? <None /> : <Money minor={amountRequirement} />),
    },
    {
      key: "stock",
      label: t("points.redeemedOf"),
      align: "end",
      render: ({ redeemed, stock }) => (
        <>
          <Count of={redeemed} /> / <Count of={stock} />
        </>
      ),
    },
    { key: "sort", label: t("points.sort"), align: "end", render: ({ sort }) => <span className="figures">{sort}</span> },
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      {rights.canWrite && (
        <Button icon={<Plus />} className="justify-self-end" onClick={() => setEditing("new")}>
          {t("points.addItem")}
        </Button>
      )}
      <DataTable
        caption={t("points.part.items")}
        columns={columns}
        rows={items.rows}
        rowKey={({ id }) => id}
        face={faceOf(items, items.rows.length)}
        empty={<EmptyState text={t("points.items.empty")} />}
        refused={<RefusedState {...refusal(items)} />}
        footer={<More {...items} label={t("ui.more")} />}
        onOpen={rights.canWrite ? setEditing : undefined}
      />
      {editing && <ItemFormOperator item={editing === "new" ? undefined : editing} picture={picture} onDone={() => setEditing(undefined)} />}
    </div>
  );
}
