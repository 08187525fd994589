import { banners, promotions } from "./banners.ts";
import { p, type Pack, pesos, type Said, type Shipped, to, ul } from "./items.ts";
import { posts } from "./posts.ts";

const text = (code: string, en: Said, tl: Said): Shipped => ({ code, detail: { kind: "text" }, en, tl });

const disclaimer = ({ minimumAge }: Pack): Shipped =>
  text(
    "disclaimer",
    {
      title: "Who may not play",
      summary: "Read this before you go on.",
      html:
        ul(
          "Government officials and employees.",
          "Members of the armed forces and of the national police.",
          `Persons under ${minimumAge} years of age.`,
          "Persons on the regulator's national list of restricted persons.",
          "Holders of a gaming employment licence.",
        ) +
        "<h3>Also</h3>" +
        ul("Funds of a player who may not take part are forfeited to the Government. Playing in open public places is prohibited."),
    },
    {
      title: "Sino ang hindi puwedeng maglaro",
      summary: "Basahin muna ito bago tumuloy.",
      html:
        ul(
          "Mga opisyal at empleyado ng gobyerno.",
          "Mga miyembro ng sandatahang lakas at ng pambansang pulisya.",
          `Mga wala pang ${minimumAge} taong gulang.`,
          "Mga nasa national list of restricted persons ng regulator.",
          "Mga may lisensya bilang empleyado sa gaming.",
        ) +
        "<h3>Tandaan din</h3>" +
        ul("Mapupunta sa Gobyerno ang pondo ng manlalarong hindi puwedeng sumali. Bawal maglaro sa mga bukas na pampublikong lugar."),
    },
  );

const lead: Shipped = text(
  "home.lead",
  {
    title: "Games you can check yourself",
    summary: "Every result can be computed again in your own browser, every peso stands in a ledger, and your limits hold inside the bet.",
  },
  {
    title: "Mga larong ikaw mismo ang makakapag-check",
    summary: "Makukuwenta mo ulit ang bawat resulta sa sarili mong browser, nasa ledger ang bawat piso, at gumagana ang limit mo sa loob mismo ng taya.",
  },
);

const licence = ({ playMoney }: Pack): Shipped =>
  text(
    "footer.licence",
    {
      title: "Licence",
      html: p(
        playMoney
          ? "This is a demonstration with play money. No licence is needed for it, and none is claimed."
          : "Who licenses this operator, and under which number, stands beside this text where the operator has stated it.",
      ),
    },
    {
      title: "Lisensya",
      html: p(
        playMoney
          ? "Demo ito na play money ang gamit. Hindi ito nangangailangan ng lisensya, at wala kaming sinasabing mayroon."
          : "Nasa tabi ng text na ito kung sino ang nagbigay ng lisensya sa operator at ang numero nito, kung inilagay na ng operator.",
      ),
    },
  );

const responsible = ({ minimumAge, helpline }: Pack): Shipped =>
  text(
    "footer.responsible",
    {
      title: "Responsible gaming",
      html: p(
        `Only for players of ${minimumAge} and older. Set a limit before you begin. ${helpline === null ? "" : `Help: ${helpline}.`} ${to("/help#responsible", "Limits, pauses, help")}`.replaceAll(
          "  ",
          " ",
        ),
      ),
    },
    {
      title: "Responsableng paglalaro",
      html: p(
        `Para lang sa ${minimumAge} taong gulang pataas. Magtakda ng limit bago magsimula. ${helpline === null ? "" : `Tulong: ${helpline}.`} ${to("/help#responsible", "Mga limit, pahinga, tulong")}`.replaceAll(
          "  ",
          " ",
        ),
      ),
    },
  );

const payments: Shipped = text(
  "footer.payments",
  { title: "Payments", html: p(to("/help#deposits", "How deposits work")) + p(to("/help#withdrawals", "How withdrawals work")) },
  { title: "Pagbabayad", html: p(to("/help#deposits", "Paano magdeposito")) + p(to("/help#withdrawals", "Paano mag-withdraw")) },
);

const help: Shipped = text(
  "footer.help",
  {
    title: "Help",
    html: ul(to("/help#term", "Terms of use"), to("/help#privacy", "Privacy"), to("/help#fair", "How you check a round"), to("/help#contact", "Reach us")),
  },
  {
    title: "Tulong",
    html: ul(
      to("/help#term", "Mga tuntunin"),
      to("/help#privacy", "Privacy"),
      to("/help#fair", "Paano i-check ang round"),
      to("/help#contact", "Kausapin kami"),
    ),
  },
);

const social: Shipped = text(
  "footer.social",
  { title: "Follow us", summary: "Where else we are." },
  { title: "Sundan kami", summary: "Kung saan mo pa kami makikita." },
);

const copyright: Shipped = text("footer.copyright", { title: "© 2024 Laro. Open software." }, { title: "© 2024 Laro. Bukas na software." });

const notice = (code: string, en: Said, tl: Said): Shipped => ({ code: `notice.${code}`, detail: { kind: "notice", platform: "W" }, en, tl });

const notices = ({ playMoney, withdrawal, minimumAge }: Pack): readonly Shipped[] => [
  ...(playMoney
    ? [
        notice(
          "demo",
          {
            title: "This is a demonstration: all money here is play money.",
            html: p("Nothing here can be paid in, won or paid out in pesos. Payments are answered by a simulator that ships with the software."),
          },
          {
            title: "Demo ito: play money ang lahat ng pera rito.",
            html: p("Walang maipapasok, mapapanalunan o mailalabas na totoong piso rito. Simulator na kasama ng software ang sumasagot sa mga bayad."),
          },
        ),
      ]
    : []),
  notice(
    "withdrawals",
    {
      title: `${withdrawal.freePerDay} withdrawals a day are free.`,
      html: p(`Each further one costs ${pesos(withdrawal.feeMinor)}. ${to("/help#withdrawals", "How withdrawals work")}`),
    },
    {
      title: `Libre ang ${withdrawal.freePerDay} withdrawal bawat araw.`,
      html: p(`${pesos(withdrawal.feeMinor)} ang fee sa bawat kasunod. ${to("/help#withdrawals", "Paano mag-withdraw")}`),
    },
  ),
  notice(
    "limits",
    { title: "Set a limit before you begin.", html: p(`Only for players of ${minimumAge} and older. ${to("/help#responsible", "Limits, pauses, help")}`) },
    {
      title: "Magtakda ng limit bago magsimula.",
      html: p(`Para lang sa ${minimumAge} taong gulang pataas. ${to("/help#responsible", "Mga limit, pahinga, tulong")}`),
    },
  ),
];

const popup = ({ playMoney }: Pack): Shipped => ({
  code: "popup.welcome",
  detail: { kind: "popup", platform: "W", execution: "A", linkageType: 1, url: "/help#fair", pictureId: null },
  en: {
    title: "How this house works",
    html:
      ul("Every result can be computed again by you.", "Every peso stands in a ledger.", "Your limits hold inside the bet.") +
      (playMoney ? p("All money here is play money.") : ""),
  },
  tl: {
    title: "Paano tumatakbo ang bahay na ito",
    html:
      ul("Makukuwenta mo ulit ang bawat resulta.", "Nasa ledger ang bawat piso.", "Gumagana ang mga limit mo sa loob mismo ng taya.") +
      (playMoney ? p("Play money ang lahat ng pera rito.") : ""),
  },
});

const guide = (os: "iOS" | "Android", steps: readonly (readonly [string, string])[]): Shipped => ({
  code: `guide.${os.toLowerCase()}`,
  detail: { kind: "guide", guide: os, slug: os.toLowerCase(), pictureId: null, steps: steps.map(([EN, TY]) => ({ EN, TY })) },
  scene: { palette: "hibiscus", motif: "phone", foot: "town", seed: os },
  en: {
    title: `On the home screen: ${os === "iOS" ? "iPhone and iPad" : "Android"}`,
    summary: "No shop and no download: the site itself becomes an app.",
    alt: "A telephone with a star lantern on it",
    html: p("It takes a few hundred kilobytes, updates itself, and goes away like any other app."),
  },
  tl: {
    title: `Sa home screen: ${os === "iOS" ? "iPhone at iPad" : "Android"}`,
    summary: "Walang shop at walang ida-download: ang site mismo ang nagiging app.",
    alt: "Teleponong may parol sa screen",
    html: p("Ilang daang kilobyte lang ito, kusang nag-a-update, at inaalis gaya ng ibang app."),
  },
});

const guides: readonly Shipped[] = [
  guide("iOS", [
    ["Open this site in Safari.", "Buksan ang site na ito sa Safari."],
    ["Press the Share button, the square with an arrow.", "Pindutin ang Share, ang parisukat na may arrow."],
    ["Choose Add to Home Screen, then Add.", "Piliin ang Add to Home Screen, saka Add."],
  ]),
  guide("Android", [
    ["Open this site in Chrome.", "Buksan ang site na ito sa Chrome."],
    ["Press the menu, the three dots.", "Pindutin ang menu, ang tatlong tuldok."],
    ["Choose Add to Home screen or Install app, then Install.", "Piliin ang Add to Home screen o Install app, saka Install."],
  ]),
];

const resources: readonly Shipped[] = [
  {
    code: "resource.android",
    detail: { kind: "resource", type: "Android", labelNameEn: "Android app", url: "/guide/android" },
    en: { title: "Android app" },
    tl: { title: "Android app" },
  },
  {
    code: "resource.ios",
    detail: { kind: "resource", type: "iOS", labelNameEn: "iOS app", url: "/guide/ios" },
    en: { title: "iOS app" },
    tl: { title: "iOS app" },
  },
  {
    code: "resource.community",
    detail: { kind: "resource", type: "SOCIALMEDIA", labelNameEn: "Community", url: "/help#contact" },
    en: { title: "Community" },
    tl: { title: "Komunidad" },
  },
];

/** Leads to the demo's tournament. */
const tournament: Shipped = {
  code: "resource.tournament",
  detail: { kind: "resource", type: "TOURNAMENT", labelNameEn: "Tournament", url: "/tournament" },
  en: { title: "Tournament" },
  tl: { title: "Tournament" },
};

/** An open film by the Blender Foundation holds the place of the operator's own video in the sandbox. */
const video: Shipped = {
  code: "video.sample",
  detail: { kind: "video", urls: { EN: "https://www.youtube.com/watch?v=aqz-KE-bpKQ" }, pictureId: null },
  scene: { palette: "sea", motif: "banca", foot: "sea", seed: "video" },
  en: {
    title: "A place for your video",
    summary: "Until the operator puts a video here: Big Buck Bunny, an open film by the Blender Foundation.",
    alt: "A sailing boat with two floats at night",
  },
  tl: {
    title: "Lugar para sa video mo",
    summary: "Hangga't walang inilalagay ang operator: Big Buck Bunny, bukas na pelikula ng Blender Foundation.",
    alt: "Bangkang may layag sa gabi",
  },
};

/** Everything but the help centre; promotions wait for a clearance number where the regulator wants one. */
export const shippedTexts = (pack: Pack, day: string): readonly Shipped[] => [
  disclaimer(pack),
  lead,
  licence(pack),
  responsible(pack),
  payments,
  help,
  social,
  copyright,
  ...banners.filter(({ code }) => pack.code !== "ph" || code !== "banner.first"),
  ...notices(pack),
  popup(pack),
  ...(pack.code === "ph" ? [] : promotions()),
  ...guides,
  ...posts(day),
  ...resources,
  ...(pack.playMoney ? [tournament, video] : []),
];
