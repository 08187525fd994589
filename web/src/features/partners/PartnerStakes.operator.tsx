import { formatAmount } from "@laro/contract/core/money";
import type { Partner, PartnerProposal, PartnerRules } from "@laro/contract/partners";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Decided, Proposed } from "../../ui/Proposed.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type PartnersRights, useConfirmRules, useDeclineRules } from "./partners.operator.api.ts";

type Stakes = Pick<PartnerRules, "stakeMax" | "currencies" | "games">;

const sorted = (list: readonly string[]): string => list.toSorted().join(", ");

/** What differs between what may be staked at a partner and what shall be. */
export function useStakesChanges() {
  const t = useT();
  const bound = (minor: bigint | null): string => (minor === null ? t("partners.gamesOwn") : formatAmount(minor));
  return (set: Stakes, wanted: Stakes): readonly Change[] =>
    [
      { label: t("partners.field", { name: "stakeMax" }), before: bound(set.stakeMax), after: bound(wanted.stakeMax) },
      { label: t("partners.field", { name: "currencies" }), before: sorted(set.currencies), after: sorted(wanted.currencies) },
      { label: t("partners.games"), before: sorted(set.games), after: sorted(wanted.games) },
    ].filter(({ before, after }) => before !== after);
}

/** What may be staked once a proposal is confirmed. */
const withProposed = ({ stakeMax, currencies, games }: PartnerRules, proposal: PartnerProposal): Stakes => ({
  stakeMax: proposal.stakeMax === undefined ? stakeMax : proposal.stakeMax,
  currencies: [...new Set([...currencies, ...(proposal.currencies ?? [])])],
  games: [...new Set([...games, ...(proposal.games ?? [])])],
});

/** What waits for a second officer at a partner. */
export function PartnerStakesOperator({ partner, rights }: { partner: Partner; rights: PartnersRights }) {
  const t = useT();
  const changesOf = useStakesChanges();
  const [deciding, setDeciding] = useState<Decided<PartnerProposal>>();
  const { rules, proposal } = partner;
  const changes = proposal === null ? [] : changesOf(rules, withProposed(rules, proposal));
  const words = {
    confirm: { verb: t("gateway.confirm"), label: t("gateway.confirmBounds") },
    decline: { verb: t("gateway.decline"), label: t("gateway.declineBounds") },
  };
  return (
    <>
      {proposal !== null && (
        <Proposed title={t("gateway.waits")} {...{ changes, proposal, rights, words }} onDecide={(decision) => setDeciding({ proposal, changes, decision })} />
      )}
      {deciding && <DecisionDialog {...{ partner, ...deciding }} onDone={() => setDeciding(undefined)} />}
    </>
  );
}

function DecisionDialog({ partner, proposal, changes, decision, onDone }: Decided<PartnerProposal> & { partner: Partner; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmRules(), useDeclineRules()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const done = {
    onSuccess: () => {
      showToast(t("gateway.boundsDecided", { name: partner.rules.name, decision }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t(isConfirming ? "gateway.confirmBounds" : "gateway.declineBounds")}
      changes={isConfirming ? changes : changes.map((change) => ({ ...change, after: change.before }))}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
