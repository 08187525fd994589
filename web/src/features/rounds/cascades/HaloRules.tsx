import type { Room } from "@laro/contract/games";
import { clusterSteps, haloMachine } from "@laro/engines/slots/halo-halo";
import { useT } from "../../../api/language.ts";
import { CascadeRules } from "./CascadeRules.tsx";
import { haloGame } from "./haloGame.ts";

/** "5", "8–9", "15+": from one step to before the next. */
const sizes = clusterSteps.map((from, at) => {
  const next = clusterSteps[at + 1];
  return next === undefined ? `${from}+` : next === from + 1 ? String(from) : `${from}–${next - 1}`;
});

export function HaloRules({ room, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <CascadeRules
      room={room}
      game={haloGame}
      rules={[t("rounds.books.haloRuleFall"), t("rounds.books.haloRuleGrow")]}
      caption={t("rounds.books.haloPays")}
      heads={sizes}
      pays={haloMachine.pays}
      onClose={onClose}
    />
  );
}
