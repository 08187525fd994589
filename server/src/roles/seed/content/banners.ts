import type { Detail } from "@laro/contract/core/contentKinds";
import { brand } from "../../../core/settings/packs.ts";
import type { Scene } from "./art.ts";
import { pesos, type Said, type Shipped, ul } from "./items.ts";

const banner = (code: string, detail: Partial<Extract<Detail, { kind: "banner" }>>, scene: Scene, en: Said, tl: Said): Shipped => ({
  code: `banner.${code}`,
  detail: { kind: "banner", groupName: "w_home", gameType: "", linkageType: 0, url: "", pictureId: null, phonePictureId: null, audience: "all", ...detail },
  scene,
  en,
  tl,
});

const path = (url: string) => ({ linkageType: 1, url });

/** The banners of each group; none bears words, because words have a language. */
export const banners: readonly Shipped[] = [
  banner(
    "mango",
    path("/room/MANGO_RUSH"),
    { palette: "dusk", motif: "mango", foot: "town", seed: "mango" },
    { title: "Mango Rush", summary: "Five reels of ripe fruit. The exact return stands beside the stake.", alt: "Two ripe mangoes over a town at dusk" },
    {
      title: "Mango Rush",
      summary: "Limang reel ng hinog na prutas. Nasa tabi ng taya ang eksaktong return.",
      alt: "Dalawang hinog na mangga sa ibabaw ng bayan sa dapit-hapon",
    },
  ),
  banner(
    "dice",
    path("/room/DICE"),
    { palette: "hibiscus", motif: "dice", foot: "town", seed: "dice" },
    { title: "Dice", summary: "Choose your chance, see your odds, check the roll afterwards.", alt: "Two dice under bunting" },
    { title: "Dice", summary: "Piliin ang tsansa mo, tingnan ang odds, i-check ang roll pagkatapos.", alt: "Dalawang dice sa ilalim ng banderitas" },
  ),
  banner(
    "fair",
    path("/help#fair"),
    { palette: "night", motif: "parol", foot: "town", seed: "fair" },
    { title: "Check every round yourself", summary: "The seed is fixed before you play and shown afterwards.", alt: "A lit star lantern over a town at night" },
    {
      title: "I-check mo mismo ang bawat round",
      summary: "Nakatakda na ang seed bago ka maglaro at ipinapakita pagkatapos.",
      alt: "Maliwanag na parol sa ibabaw ng bayan sa gabi",
    },
  ),
  banner(
    "limits",
    { ...path("/help#responsible") },
    { palette: "palm", motif: "shield", foot: "sea", seed: "limits" },
    { title: "Limits that hold", summary: "Set what an evening may cost. The bet itself keeps to it.", alt: "A shield with a tick over calm water" },
    {
      title: "Mga limit na totoong pumipigil",
      summary: "Itakda kung magkano lang ang para sa isang gabi. Ang taya mismo ang sumusunod.",
      alt: "Kalasag na may tsek sa ibabaw ng payapang tubig",
    },
  ),
  banner(
    "first",
    { linkageType: 4, url: "first-deposit", audience: "member" },
    { palette: "night", motif: "coins", foot: "town", seed: "first" },
    { title: "First deposit, doubled", summary: "What must be staked for it stands there in full before you choose it.", alt: "Three piles of gold coins" },
    { title: "Dobleng unang deposito", summary: "Buo mong makikita ang kailangang itaya bago mo ito piliin.", alt: "Tatlong patong ng gintong barya" },
  ),
  banner(
    "login",
    { groupName: "w_login" },
    { palette: "dusk", motif: "window", foot: "town", seed: "login" },
    { title: "Good to see you again", alt: "A lit window of shells" },
    { title: "Mabuti at nakabalik ka", alt: "Maliwanag na bintanang capiz" },
  ),
  banner(
    "register",
    { groupName: "w_register" },
    { palette: "night", motif: "parol", foot: "sea", seed: "register" },
    { title: "One account, your own name", alt: "A star lantern over the sea" },
    { title: "Isang account, sarili mong pangalan", alt: "Parol sa ibabaw ng dagat" },
  ),
  banner(
    "forget",
    { groupName: "w_forget" },
    { palette: "sea", motif: "padlock", foot: "sea", seed: "forget" },
    { title: "We help you back in", alt: "A padlock over the sea" },
    { title: "Tutulungan ka naming makapasok ulit", alt: "Kandado sa ibabaw ng dagat" },
  ),
  banner(
    "video",
    { groupName: "w_video" },
    { palette: "dusk", motif: "window", foot: "sea", seed: "video" },
    { title: "Watch", alt: "A lit window of shells over the sea" },
    { title: "Panoorin", alt: "Maliwanag na bintanang capiz sa ibabaw ng dagat" },
  ),
  banner(
    "leftmenu",
    { groupName: "w_leftmenu", ...path("/download") },
    { palette: "hibiscus", motif: "phone", foot: "town", seed: "leftmenu" },
    { title: "On your home screen", alt: "A telephone with a star lantern on it" },
    { title: "Sa home screen mo", alt: "Teleponong may parol sa screen" },
  ),
];

/** True of the bonus rules as the brand ships them: the figures are read off those rules. */
export function promotions(): readonly Shipped[] {
  const slugs: Readonly<Record<string, string>> = { FIRST100: "first-deposit", RELOAD10: "reload" };
  const scenes: Readonly<Record<string, Scene>> = {
    FIRST100: { palette: "night", motif: "coins", foot: "town", seed: "first" },
    RELOAD10: { palette: "sea", motif: "banca", foot: "sea", seed: "reload" },
  };
  return brand.bonuses.flatMap((rule) => {
    const [slug, scene] = [slugs[rule.code], scenes[rule.code]];
    if (slug === undefined || scene === undefined) return [];
    const { percent, maximumMinor, minimumDepositMinor, wagering, days } = rule;
    const example = wagering * 500;
    return [
      {
        code: `promotion.${slug}`,
        scene,
        detail: { kind: "promotion" as const, platform: "W" as const, slug, linkageType: 1, url: "/member/depositv2", images: [], clearance: "" },
        en: {
          title: rule.firstDepositOnly ? `First deposit: ${percent} per cent on top` : `${percent} per cent on a deposit`,
          summary: `Up to ${pesos(maximumMinor)}, from a deposit of ${pesos(minimumDepositMinor)}.`,
          alt: rule.firstDepositOnly ? "Three piles of gold coins" : "A sailing boat with two floats at night",
          html: ul(
            `The bonus is ${percent} per cent of the deposit, ${pesos(maximumMinor)} at most.`,
            `It must be staked ${wagering} times within ${days} days. A bonus of ₱500 means stakes of ₱${example.toLocaleString("en")} in all.`,
            rule.firstDepositOnly ? "For the first deposit only." : "You choose it with the deposit, as often as you like.",
            "It holds back none of your own money: once your deposit is staked once, you can withdraw while the bonus runs.",
            "What is left to stake stands under Rewards. You may give the bonus up at any time.",
          ),
        },
        tl: {
          title: rule.firstDepositOnly ? `Unang deposito: may dagdag na ${percent} porsyento` : `${percent} porsyento sa deposito`,
          summary: `Hanggang ${pesos(maximumMinor)}, mula sa depositong ${pesos(minimumDepositMinor)}.`,
          alt: rule.firstDepositOnly ? "Tatlong patong ng gintong barya" : "Bangkang may layag sa gabi",
          html: ul(
            `${percent} porsyento ng deposito ang bonus, ${pesos(maximumMinor)} ang pinakamataas.`,
            `Kailangan itong itaya nang ${wagering} beses sa loob ng ${days} araw. Ang bonus na ₱500 ay ₱${example.toLocaleString("en")} na taya lahat-lahat.`,
            rule.firstDepositOnly ? "Para sa unang deposito lang." : "Pinipili mo ito kasabay ng deposito, kahit ilang beses.",
            "Hindi nito hinaharang ang sarili mong pera: kapag naitaya na nang isang beses ang deposito mo, puwede kang mag-withdraw habang tumatakbo ang bonus.",
            "Nasa Rewards ang kailangan pang itaya. Puwede mong bitawan ang bonus anumang oras.",
          ),
        },
      },
    ];
  });
}
