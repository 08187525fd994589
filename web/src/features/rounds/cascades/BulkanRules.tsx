import type { Room } from "@laro/contract/games";
import { bulkanMachine } from "@laro/engines/slots/bulkan-ways";
import { useT } from "../../../api/language.ts";
import { bulkanGame } from "./bulkanGame.ts";
import { CascadeRules } from "./CascadeRules.tsx";

const REELS_PAID = [3, 4, 5, 6] as const;

export function BulkanRules({ room, onClose }: { room: Room; stake: bigint; onClose: () => void }) {
  const t = useT();
  return (
    <CascadeRules
      room={room}
      game={bulkanGame}
      rules={[t("rounds.books.bulkanRuleWays"), t("rounds.books.bulkanRuleFree"), t("rounds.books.bulkanRuleGrow")]}
      caption={t("rounds.books.bulkanPays")}
      heads={REELS_PAID.map((reels) => t("rounds.books.reels", { reels }))}
      pays={bulkanMachine.pays.map((pays) => REELS_PAID.map((reels) => pays[reels] ?? 0))}
      onClose={onClose}
    />
  );
}
