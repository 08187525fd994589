import type { PokerHand } from "@laro/contract/core/plays/steps";
import { pokerPays } from "@laro/engines/steps/poker.hands";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { paysAt } from "./hundredths.ts";

const hands = (Object.keys(pokerPays) as PokerHand[]).filter((hand) => pokerPays[hand] > 0);

/** What each hand pays at the stake; the one that lies is lit. */
export function PokerPays({ stake, hand }: { stake: bigint; hand: PokerHand | undefined }) {
  const t = useT();
  return (
    <table className="poker-pays">
      <caption className="sr-only">{t("rounds.paytable")}</caption>
      <tbody>
        {hands.map((one) => (
          <tr
            key={one}
            data-lit={one === hand || undefined}
            aria-current={one === hand ? "true" : undefined}
            className={cx(one === hand && "bg-[#ffb627] text-[#1a1203]")}
          >
            <th scope="row">{t("rounds.steps.hand", { hand: one })}</th>
            <td className="figures">{pokerPays[one]}×</td>
            <td className="figures max-sm:hidden">
              <Money minor={paysAt(stake, pokerPays[one] * 100)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
