import type { JurisdictionPack } from "../../../core/settings/packs.ts";
import { p, type Said, type Shipped, ul } from "./items.ts";

const notice = (code: string, en: Said, tl: Said): Shipped => ({ code: `agentNotice.${code}`, detail: { kind: "agentNotice" }, en, tl });
const letter = (code: string, en: Said, tl: Said): Shipped => ({ code: `agentLetter.${code}`, detail: { kind: "agentLetter" }, en, tl });

const sight = notice(
  "sight",
  {
    title: "What you see of your team, and what you never see",
    html:
      p("Every member reads at registration and in the security centre who their agent is and what that agent sees.") +
      ul(
        "You see who joined, and what your line staked, won, deposited and withdrew, as sums of days.",
        "You never see documents, telephone numbers, addresses, balances, limits or breaks.",
        "You can do nothing in a member's name.",
      ),
  },
  {
    title: "Ang nakikita mo sa team mo, at ang hindi mo makikita kailanman",
    html:
      p("Nababasa ng bawat miyembro sa registration at sa security center kung sino ang agent nila at ano ang nakikita nito.") +
      ul(
        "Nakikita mo kung sino ang sumali, at ang kabuuan bawat araw ng taya, panalo, deposito at withdrawal ng line mo.",
        "Hindi mo makikita ang mga dokumento, numero ng telepono, address, balanse, limit o pahinga.",
        "Wala kang magagawa sa pangalan ng isang miyembro.",
      ),
  },
);

const letters = notice(
  "letters",
  {
    title: "Letters to your team: three a day, and never to make people play",
    html: p(
      "A letter carries your name, and whoever gets it can report it to us. Do not promise wins, and do not write to anybody to bring them back to play.",
    ),
  },
  {
    title: "Mga sulat sa team mo: tatlo bawat araw, at hindi para mamilit maglaro",
    html: p(
      "Nakalagay sa sulat ang pangalan mo, at puwede itong i-report sa amin. Huwag mangako ng panalo, at huwag sulatan ang sinuman para pabalikin sa paglalaro.",
    ),
  },
);

const transfers = notice(
  "transfers",
  {
    title: "Transfers in your line",
    html: ul(
      "What comes by transfer is played once before it leaves.",
      "What came by transfer today is not passed on today.",
      "An account younger than a day receives little.",
    ),
  },
  {
    title: "Mga transfer sa line mo",
    html: ul(
      "Itinataya muna nang isang beses ang natanggap sa transfer bago ito umalis.",
      "Hindi naipapasa ngayong araw ang natanggap sa transfer ngayong araw.",
      "Kaunti lang ang puwedeng matanggap ng account na wala pang isang araw.",
    ),
  },
);

const meeting = letter(
  "figures",
  { title: "Figures of the month", summary: "The figures of the month are in your agent centre. Please look at them and ask me whatever is not clear." },
  { title: "Mga numero ng buwan", summary: "Nasa Agent Center mo na ang mga numero ng buwan. Pakitingnan at itanong sa akin ang anumang hindi malinaw." },
);

const safety = letter(
  "safety",
  {
    title: "Playing safely",
    summary: "Please remind your team: limits, breaks and help are in the security centre, and nobody should play with money they need.",
  },
  {
    title: "Ligtas na paglalaro",
    summary: "Pakipaalala sa team mo: nasa security center ang mga limit, pahinga at tulong, at walang dapat maglaro gamit ang perang kailangan nila.",
  },
);

/** What agents find in their back office at the first start: announcements, and texts they may send. */
export const shippedForAgents = ({ memberTransfers }: Pick<JurisdictionPack, "memberTransfers">): readonly Shipped[] => [
  sight,
  letters,
  ...(memberTransfers ? [transfers] : []),
  meeting,
  safety,
];
