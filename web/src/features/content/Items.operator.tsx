import type { ContentRow } from "@laro/contract/content";
import { type ContentKind, contentKinds } from "@laro/contract/core/contentKinds";
import { ArrowDown, ArrowUp, Keyboard, ListOrdered, Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { hasDraft } from "../../api/drafts.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { KeysDialog, useQueueDesk } from "../../ui/queue.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type ContentRights, placeOf, useItems, useOrder } from "./content.operator.api.ts";
import { ItemStates, LanguageBadges, Window } from "./contentWords.operator.tsx";
import { CreateOperator } from "./Create.operator.tsx";

interface ItemsProps {
  kind: ContentKind;
  rights: ContentRights;
  onKind: (kind: ContentKind) => void;
  onOpen: (id: string) => void;
}

/** The items of a kind in the order visitors see them. */
export function ItemsOperator({ kind, rights, onKind, onOpen }: ItemsProps) {
  const t = useT();
  const refusal = useRefusal();
  const items = useItems(kind);
  const [isCreating, setCreating] = useState(false);
  const [isOrdering, setOrdering] = useState(false);
  const desk = useQueueDesk({ rows: items.rows, place: { openId: null, setOpen: (id) => id !== undefined && onOpen(id) }, mayDecide: () => false });
  const columns = useColumns(rights.officer);
  const create = rights.canWrite && (
    <Button size="sm" icon={<Plus />} onClick={() => setCreating(true)}>
      {t("content.create")}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-56">
          <Select
            label={t("content.kindWord")}
            value={kind}
            options={contentKinds.map((value) => ({ value, label: t("content.kind", { kind: value }) }))}
            onChange={(event) => onKind(contentKinds.find((one) => one === event.target.value) ?? kind)}
          />
        </div>
        <span className="ms-auto flex flex-wrap gap-2">
          <Button tone="ghost" size="sm" icon={<Keyboard />} aria-keyshortcuts="?" onClick={() => desk.setHelpOpen(true)} className="max-md:hidden">
            {t("content.keys")}
          </Button>
          {rights.canWrite && items.rows.length > 1 && !isOrdering && (
            <Button tone="secondary" size="sm" icon={<ListOrdered />} onClick={() => setOrdering(true)}>
              {t("content.order")}
            </Button>
          )}
          {items.rows.length > 0 && create}
        </span>
      </div>
      {isOrdering ? (
        <Ordering kind={kind} rows={items.rows} onDone={() => setOrdering(false)} />
      ) : (
        <DataTable
          caption={t("content.kind", { kind })}
          columns={columns}
          rows={items.rows}
          rowKey={({ id }) => id}
          face={faceOf(items, items.rows.length)}
          empty={<EmptyState text={t("content.empty", { kind })} action={create} />}
          refused={<RefusedState {...refusal(items)} />}
          selectedKey={desk.selectedId}
          onOpen={desk.open}
          footer={<More {...items} label={t("ui.more")} />}
        />
      )}
      {isCreating && <CreateOperator kind={kind} onDone={onOpen} onClose={() => setCreating(false)} />}
      {desk.isHelpOpen && <Keys onClose={() => desk.setHelpOpen(false)} />}
    </>
  );
}

function useColumns(officer: string): readonly Column<ContentRow>[] {
  const t = useT();
  return [
    {
      key: "title",
      label: t("content.text.title"),
      primary: true,
      className: "md:whitespace-normal!",
      render: ({ id, title, code }) => (
        <span className="grid gap-0.5 text-start">
          <span className="flex flex-wrap items-center gap-2">
            {title === "" ? t("content.untitled") : title}
            {hasDraft(placeOf(officer, id)) && <Badge tone="primary">{t("content.unsaved")}</Badge>}
          </span>
          <code className="text-xs font-normal text-muted">{code}</code>
        </span>
      ),
    },
    { key: "state", label: t("content.stateWord"), render: (row) => <ItemStates row={row} /> },
    { key: "languages", label: t("content.languages"), render: (row) => <LanguageBadges languages={row.languages} /> },
    { key: "window", label: t("content.when"), render: (row) => <Window {...row} /> },
    {
      key: "changed",
      label: t("content.changedAt"),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ changedAt }) => <DateTime at={changedAt} className="text-muted" />,
    },
  ];
}

/** Moves a row of a list by one place. */
const moved = <Row,>(rows: readonly Row[], from: number, to: number): readonly Row[] => {
  const row = rows[from];
  return row === undefined || to < 0 || to >= rows.length ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row);
};

/** So many items one order names; what follows stays as it was. */
const ORDERED_MAX = 100;

/** The order by buttons and by Alt with the arrow keys; nothing is changed before it is saved with a reason. */
function Ordering({ kind, rows, onDone }: { kind: ContentKind; rows: readonly ContentRow[]; onDone: () => void }) {
  const t = useT();
  const [draft, setDraft] = useState<readonly string[]>([]);
  // What others order or write meanwhile is shown: what was moved here stays where it was put, the rest follows.
  const before = rows.slice(0, ORDERED_MAX);
  const placed = draft.flatMap((id) => before.find((row) => row.id === id) ?? []);
  const order = [...placed, ...before.filter((row) => !placed.includes(row))];
  const [isAsking, setAsking] = useState(false);
  const isMoved = order.some(({ id }, at) => id !== before[at]?.id);
  const move = (from: number, to: number) => {
    setDraft(moved(order, from, to).map((row) => row.id));
    const id = order[from]?.id;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-ordered="${id}"]`)?.focus());
  };
  const steer = (at: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    move(at, at + step);
  };
  return (
    <section aria-label={t("content.order")} className="grid gap-3">
      <p className="text-sm text-muted">{t("content.orderText")}</p>
      <ol className="grid gap-1.5">
        {order.map(({ id, title, code }, at) => (
          <li key={id} className="flex items-center gap-3 rounded-sm border border-line bg-card px-3 py-1.5 text-sm">
            <span className="figures w-6 text-muted">{at + 1}</span>
            <button
              type="button"
              data-ordered={id}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onKeyDown={steer(at)}
              className="min-w-0 flex-1 truncate rounded-sm py-1 text-start font-medium"
            >
              {title === "" ? code : title}
            </button>
            <IconButton size="sm" label={t("content.moveUp", { title: title === "" ? code : title })} disabled={at === 0} onClick={() => move(at, at - 1)}>
              <ArrowUp />
            </IconButton>
            <IconButton
              size="sm"
              label={t("content.moveDown", { title: title === "" ? code : title })}
              disabled={at === order.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown />
            </IconButton>
          </li>
        ))}
      </ol>
      <span className="flex gap-2 justify-self-end">
        <Button tone="secondary" size="sm" onClick={onDone}>
          {t("ui.cancel")}
        </Button>
        <Button size="sm" disabled={!isMoved} onClick={() => setAsking(true)}>
          {t("content.orderSave")}
        </Button>
      </span>
      {isAsking && <OrderDialog kind={kind} before={before} order={order} onDone={onDone} onCancel={() => setAsking(false)} />}
    </section>
  );
}

interface OrderDialogProps {
  kind: ContentKind;
  before: readonly ContentRow[];
  order: readonly ContentRow[];
  onDone: () => void;
  onCancel: () => void;
}

function OrderDialog({ kind, before, order, onDone, onCancel }: OrderDialogProps) {
  const t = useT();
  const asking = useAsking();
  const save = useOrder();
  const done = () => {
    showToast(t("content.orderToast"), "success");
    onDone();
  };
  const changes = order
    .map((row, at) => ({ label: row.title === "" ? row.code : row.title, before: before.findIndex(({ id }) => id === row.id) + 1, after: at + 1 }))
    .filter((change) => change.before !== change.after);
  return (
    <ChangeDialog
      title={t("content.order")}
      changes={changes}
      {...asking(save, { verb: t("content.orderSave"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => save.mutate({ kind, ids: order.map(({ id }) => id), seen: before.map(({ id }) => id), reason }, { onSuccess: done })}
      onCancel={onCancel}
    />
  );
}

function Keys({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J"], text: t("content.keyNext") },
    { caps: ["K"], text: t("content.keyPrevious") },
    { caps: ["Enter"], text: t("content.keyOpen") },
    { caps: ["Ctrl", "S"], text: t("content.keySave") },
    { caps: ["Alt", "↑ ↓"], text: t("content.keyMove") },
  ];
  return <KeysDialog title={t("content.keys")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
