import type { Studio, Vendor } from "@laro/contract/vendors";
import { Flame } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useDraft } from "../../api/drafts.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { OrderList } from "../../ui/OrderList.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { UnsavedBar } from "../../ui/UnsavedBar.tsx";
import { HotGameOperator } from "./HotGame.operator.tsx";
import { orderOf } from "./studioOrder.ts";
import { useSetOrder, useVendors, type VendorRights } from "./vendors.operator.api.ts";
import { Cover, VendorMark } from "./vendorWords.operator.tsx";

interface Placed {
  readonly studio: Studio;
  readonly vendor: Vendor;
}

/** The order in which lobbies show studios, and each one's hot game. */
export function OrderOperator({ rights: { officer, canOrder, canPick } }: { rights: VendorRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useVendors();
  const [draft, setDraft, isChanged] = useDraft<readonly string[] | undefined>(
    { officer, of: "vendor order" },
    () => undefined,
    (codes) => codes !== undefined && (data === undefined || orderOf(codes, data.order).join() !== data.order.join()),
  );
  const [isSaving, setSaving] = useState(false);
  const [picking, setPicking] = useState<Studio>();
  if (error && data === undefined)
    return (
      <section className="rounded-md border border-line bg-card">
        <RefusedState {...refusal({ error, refetch })} />
      </section>
    );
  if (data === undefined) return <Skeleton className="h-96" />;
  const placed = new Map(data.list.flatMap((vendor) => vendor.studios.map((studio): [string, Placed] => [studio.vassalage, { studio, vendor }])));
  const stood = data.order;
  const order = orderOf(draft, stood);
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">{t("vendors.orderText")}</p>
      <div className="overflow-clip rounded-md border border-line bg-card">
        <OrderList
          label={t("vendors.order")}
          disabled={!canOrder}
          items={order.map((code) => {
            const one = placed.get(code)!;
            return {
              id: code,
              name: one.studio.name,
              isOff: one.vendor.state === "off",
              content: <StudioLine {...one} onPick={canPick ? setPicking : undefined} />,
            };
          })}
          onOrder={setDraft}
          labels={(name) => ({ grip: t("settings.move", { name }), up: t("settings.moveUp", { name }), down: t("settings.moveDown", { name }) })}
          sayPlace={(name, number, of) => t("settings.movedTo", { name, number, of })}
        />
      </div>
      {isChanged && (
        <UnsavedBar
          labels={{ bar: t("settings.unsaved"), discard: t("settings.discard"), save: t("settings.save") }}
          text={t("vendors.orderChanged")}
          onDiscard={() => setDraft(undefined)}
          onSave={() => setSaving(true)}
        />
      )}
      {isSaving && (
        <OrderDialog
          stood={stood}
          order={order}
          onDone={(isSaved) => {
            setSaving(false);
            if (isSaved) setDraft(undefined);
          }}
        />
      )}
      {picking && <HotGameOperator studio={picking} onDone={() => setPicking(undefined)} />}
    </div>
  );
}

function StudioLine({ studio, vendor, onPick }: Placed & { onPick: ((studio: Studio) => void) | undefined }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="flex min-w-0 items-center gap-3">
        <VendorMark vendor={vendor} code={studio.vassalage} />
        <span className="grid min-w-0">
          <span className="truncate text-sm font-medium">{studio.name}</span>
          <span className="figures text-xs text-muted">
            {vendor.name === studio.name ? "" : `${vendor.name} · `}
            {t("vendors.countOfGames", { count: studio.games })}
          </span>
        </span>
      </span>
      <span className="flex items-center gap-3">
        {studio.hotNodeId === null ? (
          <span className="text-xs text-muted">{t("vendors.noHot")}</span>
        ) : (
          <span className="flex items-center gap-2">
            <Cover src={studio.hotIconUrl} className="h-10 w-7.5" />
            <span className="grid">
              <Badge tone="accent">
                <Flame aria-hidden="true" className="size-3.5" />
                {t("games.hot")}
              </Badge>
              <span className="max-w-36 truncate text-xs text-muted">{studio.hotName}</span>
            </span>
          </span>
        )}
        {onPick && (
          <Button tone="secondary" size="sm" aria-label={t("vendors.pickHotOf", { name: studio.name })} onClick={() => onPick(studio)}>
            {t("vendors.pickHot")}
          </Button>
        )}
      </span>
    </div>
  );
}

const SHOWN_MAX = 5;

function OrderDialog({ stood, order, onDone }: { stood: readonly string[]; order: readonly string[]; onDone: (isSaved: boolean) => void }) {
  const t = useT();
  const asking = useAsking();
  const setOrder = useSetOrder();
  const done = {
    onSuccess: () => {
      showToast(t("vendors.orderSaved"), "success");
      onDone(true);
    },
  };
  // From where it differs on: a few say what the whole is like.
  const from = Math.max(
    0,
    order.findIndex((code, at) => code !== stood[at]),
  );
  const said = (codes: readonly string[]) => codes.slice(from, from + SHOWN_MAX).join(", ");
  return (
    <ChangeDialog
      title={t("vendors.orderSave")}
      changes={[{ label: t("vendors.orderFrom", { place: from + 1 }), before: said(stood), after: said(order) }]}
      {...asking(setOrder, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setOrder.mutate({ vassalages: [...order], seen: [...stood], reason }, done)}
      onCancel={() => onDone(false)}
    />
  );
}
