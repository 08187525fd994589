import type { Scene } from "./art.ts";
import { ol, p, type Said, type Shipped, to } from "./items.ts";

const dated = (kind: "post" | "news", slug: string, day: string, scene: Scene, en: Said, tl: Said): Shipped => ({
  code: `${kind}.${slug}`,
  detail: { kind, slug, pictureId: null, day },
  scene,
  en,
  tl,
});

const drawn = (day: string): Shipped =>
  dated(
    "post",
    "how-a-round-is-drawn",
    day,
    { palette: "night", motif: "parol", foot: "town", seed: "drawn" },
    {
      title: "How a round is drawn",
      summary: "Two seeds, one number, and why nobody can steer them.",
      alt: "A lit star lantern",
      html:
        p(
          "Before you play, the server has drawn a seed and shows its fingerprint. You have a seed of your own, and each round has a number. From the three a result follows, always the same one.",
        ) +
        p(
          "Who would steer a round would have to find another seed with the same fingerprint. Nobody can. When you change your seed, the old one of the server is shown and your browser computes every round again.",
        ) +
        p(to("/room/DICE", "Play a round and check it")),
    },
    {
      title: "Paano nabubuo ang isang round",
      summary: "Dalawang seed, isang numero, at kung bakit walang makakamaniobra.",
      alt: "Maliwanag na parol",
      html:
        p(
          "Bago ka maglaro, may nabunot nang seed ang server at ipinapakita nito ang fingerprint. May sarili kang seed, at may numero ang bawat round. Mula sa tatlo nanggagaling ang resulta, at iisa lang iyon palagi.",
        ) +
        p(
          "Para mamaniobra ang round, kailangang makahanap ng ibang seed na pareho ang fingerprint. Walang makakagawa noon. Kapag pinalitan mo ang seed mo, lalabas ang luma ng server at kukuwentahin ulit ng browser mo ang bawat round.",
        ) +
        p(to("/room/DICE", "Maglaro ng round at i-check ito")),
    },
  );

const limit = (day: string): Shipped =>
  dated(
    "post",
    "what-a-limit-does",
    day,
    { palette: "palm", motif: "shield", foot: "sea", seed: "limit" },
    {
      title: "What a limit does",
      summary: "Why yours is looked at inside the bet, not beside it.",
      alt: "A shield with a tick",
      html:
        p(
          "A limit that is only shown can be clicked away. Here the same transaction that takes the stake adds up what you have staked and lost, and refuses the bet that would go over.",
        ) +
        ol(
          "A lower limit counts from its first second.",
          "A higher one waits, so that a bad evening cannot raise it.",
          "Two devices at once do not get around it.",
        ) +
        p(to("/help#responsible", "Set a limit")),
    },
    {
      title: "Ano ang ginagawa ng limit",
      summary: "Kung bakit sa loob ng taya tinitingnan ang limit mo, hindi sa tabi.",
      alt: "Kalasag na may tsek",
      html:
        p(
          "Ang limit na ipinapakita lang ay puwedeng isara at balewalain. Dito, ang transaksyong kumukuha ng taya ang siya ring nagsusuma ng itinaya at natalo mo, at tinatanggihan ang tayang lalampas.",
        ) +
        ol(
          "May bisa ang mas mababang limit mula sa unang segundo.",
          "Naghihintay ang mas mataas, para hindi ito maitaas sa masamang gabi.",
          "Hindi ito nalulusutan kahit dalawang device ang gamit.",
        ) +
        p(to("/help#responsible", "Magtakda ng limit")),
    },
  );

const languages = (day: string): Shipped =>
  dated(
    "news",
    "two-languages",
    day,
    { palette: "dusk", motif: "window", foot: "town", seed: "languages" },
    {
      title: "The whole site speaks English and Tagalog",
      summary: "Help, terms and refusals too.",
      alt: "A lit window of shells",
      html: p(
        "Choose the language in the menu: words, dates and figures change at once, without a reload. Where a text is missing in one language, the English one is shown and says so to the editors.",
      ),
    },
    {
      title: "English at Tagalog ang buong site",
      summary: "Pati tulong, tuntunin at mga pagtanggi.",
      alt: "Maliwanag na bintanang capiz",
      html: p(
        "Piliin ang wika sa menu: agad na nagbabago ang mga salita, petsa at numero, nang walang reload. Kung may kulang sa isang wika, English ang lalabas at makikita ito ng mga editor.",
      ),
    },
  );

const terms = (day: string): Shipped =>
  dated(
    "news",
    "terms-you-are-asked-about",
    day,
    { palette: "sea", motif: "banca", foot: "sea", seed: "terms" },
    {
      title: "New terms ask before they bind",
      summary: "You see what changed, and withdrawals never wait.",
      alt: "A sailing boat with two floats at night",
      html:
        p(
          "When terms change, you are shown the change after you log in. From the day they bind, deposits and games wait for your answer. Withdrawals do not.",
        ) + p(to("/help#term", "Read the terms")),
    },
    {
      title: "Nagtatanong muna ang bagong tuntunin bago magkabisa",
      summary: "Nakikita mo ang nabago, at hindi kailanman naghihintay ang withdrawal.",
      alt: "Bangkang may layag sa gabi",
      html:
        p(
          "Kapag nagbago ang mga tuntunin, ipapakita ito sa iyo pagkatapos mong mag-log in. Mula sa araw na magkabisa, maghihintay ng sagot mo ang deposito at mga laro. Ang withdrawal ay hindi.",
        ) + p(to("/help#term", "Basahin ang mga tuntunin")),
    },
  );

/** What the first two posts and pieces of news tell. */
export const posts = (day: string): readonly Shipped[] => [drawn(day), limit(day), languages(day), terms(day)];
