import type { OutputOf } from "@laro/contract/core/endpoint";
import { type Vendor, type VendorBrake, type vendors, type VendorState, vendorStates } from "@laro/contract/vendors";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { usePlace, useSetState, useVendors } from "./vendors.operator.api.ts";
import { VendorMark, VendorStateBadge } from "./vendorWords.operator.tsx";

type Vendors = OutputOf<(typeof vendors)["list"]>;

/** The house's games are stopped one by one. */
const HOUSE = "BGS";

/** Who brings games, in the order lobbies show them, and whether each takes play. */
export function VendorsOperator({ canSetState }: { canSetState: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useVendors();
  const rows = asked.data?.list ?? [];
  const [changing, setChanging] = useState<Vendor>();
  const columns = useColumns(canSetState ? setChanging : undefined);
  return (
    <>
      <DataTable
        caption={t("vendors.title")}
        columns={columns}
        rows={rows}
        rowKey={({ vendorCode }) => vendorCode}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("vendors.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {changing && <StateDialog vendor={changing} onDone={() => setChanging(undefined)} />}
    </>
  );
}

function useColumns(onChange: ((vendor: Vendor) => void) | undefined): readonly Column<Vendor>[] {
  const t = useT();
  return [
    {
      key: "vendor",
      label: t("vendors.vendor"),
      primary: true,
      render: (vendor) => (
        <span className="flex items-center gap-3">
          <VendorMark vendor={vendor} />
          <span className="grid">
            <span className="font-semibold">{vendor.name}</span>
            <code className="text-xs text-muted">{vendor.vendorCode}</code>
          </span>
        </span>
      ),
    },
    {
      key: "state",
      label: t("games.state"),
      render: ({ state, simulated, brake }) => (
        <span className="grid gap-1 max-md:justify-items-end">
          <span className="flex flex-wrap items-center gap-2">
            <VendorStateBadge state={state} />
            {simulated && <Badge>{t("vendors.simulated")}</Badge>}
          </span>
          {brake && <Brake brake={brake} />}
        </span>
      ),
    },
    {
      key: "games",
      label: t("vendors.gamesCount"),
      align: "end",
      render: ({ games, hidden }) => (
        <span className="figures grid">
          <span className="font-semibold">{games}</span>
          {hidden > 0 && <span className="text-xs text-muted">{t("vendors.hiddenCount", { count: hidden })}</span>}
        </span>
      ),
    },
    {
      key: "studios",
      label: t("vendors.studios"),
      className: "md:max-xl:hidden",
      render: ({ studios }) => <span className="text-muted">{studios.map(({ name }) => name).join(", ")}</span>,
    },
    {
      key: "footer",
      label: t("vendors.footer"),
      className: "md:max-lg:hidden",
      render: ({ inFooter }) => inFooter && <Badge tone="info">{t("vendors.atFoot")}</Badge>,
    },
    { key: "act", label: t("games.act"), align: "end", render: (vendor) => <Acts vendor={vendor} onChange={onChange} /> },
  ];
}

/** What holds a vendor closed until two officers open it, and what the first of them asked for. */
function Brake({ brake: { fellAt, opening } }: { brake: VendorBrake }) {
  const t = useT();
  return (
    <span className="grid gap-1 text-xs text-muted max-md:justify-items-end">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{t("vendors.brake")}</Badge>
        <DateTime at={fellAt} />
      </span>
      {opening && <span>{t("vendors.openingAsked", opening)}</span>}
    </span>
  );
}

function Acts({ vendor, onChange }: { vendor: Vendor; onChange: ((vendor: Vendor) => void) | undefined }) {
  const t = useT();
  const { change } = usePlace();
  const { name, vendorCode } = vendor;
  return (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      <Button tone="ghost" size="sm" aria-label={t("vendors.gamesOf", { name })} onClick={() => change({ part: "games", vendor: vendorCode, page: undefined })}>
        {t("vendors.games")}
      </Button>
      {onChange && vendorCode !== HOUSE && (
        <Button tone="secondary" size="sm" aria-label={t("vendors.changeState", { name })} onClick={() => onChange(vendor)}>
          {t("settings.change")}
        </Button>
      )}
    </span>
  );
}

/** What an officer most likely wants: what another asked for, else to open what is paused, else to pause. */
const likelyState = ({ state, brake }: Vendor): VendorState => brake?.opening?.state ?? (state === "paused" ? "live" : "paused");

function StateDialog({ vendor, onDone }: { vendor: Vendor; onDone: () => void }) {
  const { vendorCode, name, state, games, brake } = vendor;
  const t = useT();
  const asking = useAsking();
  const setState = useSetState();
  const [wanted, setWanted] = useState<VendorState>(likelyState(vendor));
  const stateOf = (one: VendorState) => t("vendors.state", { state: one });
  const isClosing = wanted === "paused" || wanted === "off";
  const sayBrake = ({ opening }: VendorBrake) => (opening?.state === wanted ? t("vendors.openingAsked", opening) : t("vendors.brakeHint"));
  const done = {
    onSuccess: ({ list }: Vendors) => {
      const isSet = list.some((now) => now.vendorCode === vendorCode && now.state === wanted);
      showToast(isSet ? `${name}: ${stateOf(wanted)}` : t("vendors.openingWaits", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("vendors.changeState", { name })}
      changes={[{ label: t("vendors.stateOf", { name }), before: stateOf(state), after: stateOf(wanted) }]}
      warning={isClosing ? t(wanted === "off" ? "vendors.offWarning" : "vendors.pauseWarning", { count: games }) : brake && sayBrake(brake)}
      tone={isClosing ? "danger" : "primary"}
      isBlocked={wanted === state && !brake?.opening}
      {...asking(setState, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setState.mutate({ vendorCode, state: wanted, reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("vendors.newState")}
        hint={t("vendors.stateText", { state: wanted })}
        options={vendorStates.map((value) => ({ value, label: stateOf(value) }))}
        value={wanted}
        data-autofocus
        onChange={(event) => setWanted(vendorStates.find((one) => one === event.target.value) ?? state)}
      />
    </ChangeDialog>
  );
}
