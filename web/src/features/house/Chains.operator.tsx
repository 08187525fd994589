import { CHAIN_NOTICE_DAYS, type HouseChain } from "@laro/contract/house";
import { Link2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { useClock } from "../../ui/clock.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useChains, useMakeChain, useSaltChain } from "./house.operator.api.ts";

const NOTICE_MS = CHAIN_NOTICE_DAYS * 86_400_000;
const SALT_MIN = 16;
const tones = { inUse: "win", next: "info", unsalted: "accent", usedUp: "neutral" } as const satisfies Record<HouseChain["state"], BadgeTone>;

/** The chains tables draw from: their links, their anchors and salts, and which one ends soon without another behind it. */
export function ChainsOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const now = useClock();
  const asked = useChains();
  const rows = asked.data?.list ?? [];
  const [isMaking, setMaking] = useState(false);
  const [salting, setSalting] = useState<HouseChain>();
  const hasNext = (series: string): boolean => rows.some((row) => row.series === series && row.state === "next");
  const endsSoon = ({ series, endsAt }: HouseChain): boolean => endsAt !== null && !hasNext(series) && Date.parse(endsAt) - now() < NOTICE_MS;
  const columns = useColumns(rights, { endsSoon, onSalt: setSalting });
  const make = rights.canMakeChains && (
    <Button size="sm" icon={<Link2 />} onClick={() => setMaking(true)}>
      {t("house.makeChain")}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{t("house.chainsText")}</p>
        {rows.length > 0 && make}
      </div>
      <DataTable
        caption={t("house.chains")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("house.noChains")} action={make} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {isMaking && <MakeDialog series={asked.data?.series ?? []} onDone={() => setMaking(false)} />}
      {salting && <SaltDialog chain={salting} onDone={() => setSalting(undefined)} />}
    </div>
  );
}

interface Shown {
  endsSoon: (chain: HouseChain) => boolean;
  onSalt: (chain: HouseChain) => void;
}

function useColumns({ canMakeChains }: HouseRights, { endsSoon, onSalt }: Shown): readonly Column<HouseChain>[] {
  const t = useT();
  const columns: Column<HouseChain>[] = [
    {
      key: "name",
      label: t("house.table"),
      primary: true,
      render: ({ displayName, state }) => (
        <span className="flex flex-wrap items-center gap-2">
          {displayName}
          <Badge tone={tones[state]}>{t("house.chainState", { state })}</Badge>
        </span>
      ),
    },
    {
      key: "anchor",
      label: t("house.anchor"),
      className: "md:whitespace-normal",
      render: ({ anchor, salt, saltSource, createdAt }) => (
        <span className="grid min-w-0 gap-1 text-xs md:max-w-80 md:whitespace-normal">
          <code className="break-all">{anchor}</code>
          <span className="text-muted">
            {t("house.shownSince")} <DateTime at={createdAt} />
          </span>
          {salt !== null && (
            <span className="break-all text-muted">
              {t("house.salt")}: {salt} ({saltSource})
            </span>
          )}
        </span>
      ),
    },
    { key: "used", label: t("house.linksUsed"), align: "end", render: ({ used }) => <span className="figures">{used.toLocaleString()}</span> },
    { key: "left", label: t("house.linksLeft"), align: "end", render: ({ left }) => <span className="figures">{left.toLocaleString()}</span> },
    {
      key: "ends",
      label: t("house.ends"),
      render: (chain) =>
        chain.endsAt !== null && (
          <span className="grid gap-1">
            <DateTime at={chain.endsAt} />
            {endsSoon(chain) && (
              <span className="flex items-center gap-1 text-xs text-accent-text">
                <TriangleAlert aria-hidden="true" className="size-4" />
                {t("house.endsSoon")}
              </span>
            )}
          </span>
        ),
    },
  ];
  if (canMakeChains)
    columns.push({
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (chain) =>
        chain.state === "unsalted" && (
          <Button tone="secondary" size="sm" aria-label={t("house.saltOf", { name: chain.displayName })} onClick={() => onSalt(chain)}>
            {t("house.giveSalt")}
          </Button>
        ),
    });
  return columns;
}

function MakeDialog({ series, onDone }: { series: readonly { series: string; displayName: string }[]; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const make = useMakeChain();
  const [chosen, setChosen] = useState("");
  const name = series.find((one) => one.series === chosen)?.displayName ?? "";
  const fault = make.error === null ? undefined : faultOf(make.error);
  const done = {
    onSuccess: () => {
      showToast(t("house.chainMade", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("house.makeChain")}
      changes={[{ label: name === "" ? t("house.table") : name, before: t("house.noAnchor"), after: t("house.anchorShown") }]}
      isBlocked={chosen === ""}
      {...asking(make, { verb: t("house.make"), hint: t("settings.reasonHint"), fields: ["series"] })}
      onConfirm={(reason) => make.mutate({ series: chosen, reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("house.table")}
        error={fault?.field === "series" ? fault.text : undefined}
        required
        options={[{ value: "", label: t("vendors.choose") }, ...series.map((one) => ({ value: one.series, label: one.displayName }))]}
        value={chosen}
        data-autofocus
        onChange={(event) => setChosen(event.target.value)}
      />
    </ChangeDialog>
  );
}

function SaltDialog({ chain: { id: chainId, displayName, anchor }, onDone }: { chain: HouseChain; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const propose = useSaltChain();
  const [salt, setSalt] = useState("");
  const [source, setSource] = useState("");
  const done = {
    onSuccess: () => {
      showToast(t("house.proposed", { name: displayName }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("house.saltOf", { name: displayName })}
      changes={[{ label: t("house.salt"), before: "–", after: <code className="break-all">{salt === "" ? "–" : salt}</code> }]}
      warning={t("house.saltWarning")}
      isBlocked={salt.length < SALT_MIN || source.trim().length < 3}
      {...asking(propose, { verb: t("house.propose"), hint: t("settings.reasonHint"), fields: ["salt", "source"] })}
      onConfirm={(reason) => propose.mutate({ chainId, salt, source: source.trim(), reason }, done)}
      onCancel={onDone}
    >
      <p className="grid gap-1 text-xs text-muted">
        {t("house.anchor")}
        <code className="break-all text-text">{anchor}</code>
      </p>
      <TextField
        label={t("house.salt")}
        hint={t("house.saltHint")}
        required
        maxLength={200}
        value={salt}
        onChange={(event) => setSalt(event.target.value.trim())}
      />
      <TextField
        label={t("house.saltSource")}
        hint={t("house.saltSourceHint")}
        required
        maxLength={200}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
    </ChangeDialog>
  );
}
