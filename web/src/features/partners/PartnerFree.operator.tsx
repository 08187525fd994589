import type { PartnerFreeLine } from "@laro/contract/partners";
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
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { inCurrency } from "./Partners.operator.tsx";
import { type PartnersRights, useFreeRounds, useTellAgain } from "./partners.operator.api.ts";

/** Free rounds of a partner's players that are not over; an end the partner did not take is told again by an officer. */
export function PartnerFreeOperator({ code, rights }: { code: string; rights: PartnersRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useFreeRounds(code);
  const [telling, setTelling] = useState<PartnerFreeLine>();
  return (
    <Panel title={t("partners.free")} text={t("partners.freeText")}>
      <DataTable
        caption={`${t("partners.free")}: ${code}`}
        columns={useColumns(rights, setTelling)}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("partners.noFree")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {telling && <TellDialog free={telling} onDone={() => setTelling(undefined)} />}
    </Panel>
  );
}

function useColumns({ canSendAgain }: PartnersRights, onTell: (free: PartnerFreeLine) => void): readonly Column<PartnerFreeLine>[] {
  const t = useT();
  return [
    {
      key: "free",
      label: t("partners.free"),
      primary: true,
      render: ({ issue, player, gameCode }) => (
        <span className="grid">
          <code className="block max-w-60 truncate text-xs md:max-lg:max-w-32">{issue}</code>
          <span className="text-xs text-muted">{`${gameCode} · ${player}`}</span>
        </span>
      ),
    },
    {
      key: "state",
      label: t("games.state"),
      render: ({ state, heldAt, refusal }) => (
        <span className="grid justify-items-end gap-1 md:justify-items-start">
          <Badge tone={heldAt === null ? "info" : "accent"}>{t("partners.freeState", { state })}</Badge>
          {refusal !== null && <span className="text-xs text-muted">{refusal}</span>}
        </span>
      ),
    },
    {
      key: "played",
      label: t("partners.freePlayed"),
      align: "end",
      render: ({ used, rounds }) => <span className="figures">{t("partners.freeOf", { used, rounds })}</span>,
    },
    { key: "stake", label: t("rounds.stake"), align: "end", render: ({ stake, currency }) => <span className="figures">{inCurrency(stake, currency)}</span> },
    { key: "won", label: t("partners.win"), align: "end", render: ({ won, currency }) => <span className="figures">{inCurrency(won, currency)}</span> },
    { key: "sends", label: t("partners.sends"), align: "end", className: "md:max-lg:hidden", render: ({ sends }) => <span className="figures">{sends}</span> },
    { key: "until", label: t("partners.freeUntil"), className: "md:max-lg:hidden", render: ({ until }) => <DateTime at={until} /> },
    {
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (free) =>
        canSendAgain &&
        free.heldAt !== null && (
          <Button tone="secondary" size="sm" aria-label={t("partners.tellAgainOne", { issue: free.issue })} onClick={() => onTell(free)}>
            {t("partners.tellAgain")}
          </Button>
        ),
    },
  ];
}

function TellDialog({ free: { id, issue, state, won, currency }, onDone }: { free: PartnerFreeLine; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const tell = useTellAgain();
  const done = {
    onSuccess: (line: PartnerFreeLine) => {
      showToast(t("partners.freeState", { state: line.state }), line.state === "closed" ? "success" : "info");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("partners.tellAgainOne", { issue })}
      changes={[{ label: issue, before: t("partners.freeState", { state }), after: inCurrency(won, currency) }]}
      {...asking(tell, { verb: t("partners.tellAgain"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => tell.mutate({ id, reason }, done)}
      onCancel={onDone}
    />
  );
}
