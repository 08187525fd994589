import type { HelpSection } from "@laro/contract/core/contentKinds";
import { h3, ol, p, type Pack, pesos, type Said, type Shipped, to, ul } from "./items.ts";

const article = (section: HelpSection, slug: string, en: Said, tl: Said): Shipped => ({
  code: `help.${slug.replaceAll("-", ".")}`,
  detail: { kind: "help", section, slug },
  en,
  tl,
});

/** What members agree to. It says what this software does, and nothing of a licence that an operator has or has not. */
const termsOfUse = ({ minimumAge, playMoney, withdrawal }: Pack): Shipped => ({
  code: "terms",
  detail: { kind: "term", section: "term", slug: "term", document: "terms", consentNeeded: true, bindingFrom: null, twoOfficers: true },
  en: {
    title: "Terms of use",
    html: [
      p(
        `These terms are between you and the operator of this site. ${playMoney ? "This site runs with play money: nothing here can be paid in, won or paid out in pesos." : ""}`.trim(),
      ),
      h3("Who may play"),
      p(
        `You must be ${minimumAge} or older and belong to none of the groups the regulator bars. You have one account, in your own name, and nobody else plays with it.`,
      ),
      ul(
        "Government officials and employees may not play.",
        "Members of the armed forces and the national police may not play.",
        `Nobody under ${minimumAge} may play.`,
        "Persons on the regulator's national restricted list may not play.",
        "Holders of a gaming employment licence may not play.",
      ),
      p("Funds of a player who may not take part are forfeited to the Government. Play in open public places is prohibited."),
      h3("Your money"),
      p(
        `Every peso you see stands in a ledger that can be recomputed from its journal. Withdrawals begin at ${pesos(withdrawal.minimumMinor)}. ${withdrawal.freePerDay} a day are free; each further one costs ${pesos(withdrawal.feeMinor)}.`,
      ),
      h3("Your rounds"),
      p(
        "A round counts when the server has written it down. If your connection breaks after that, the result stands and you find it in your betting record. A fault of ours in a round is corrected by a visible entry, never by a change of what was written.",
      ),
      h3("Changes"),
      p(
        "When these terms change, you are shown what changed and asked again. From the day the new terms bind, deposits and games wait for your answer; withdrawals never do.",
      ),
    ].join(""),
  },
  tl: {
    title: "Mga tuntunin",
    html: [
      p(
        `Kasunduan mo ito sa operator ng site. ${playMoney ? "Play money ang gamit dito: walang maipapasok, mapapanalunan o mailalabas na totoong piso." : ""}`.trim(),
      ),
      h3("Sino ang puwedeng maglaro"),
      p(
        `Dapat ${minimumAge} taong gulang ka pataas at hindi kasama sa mga grupong bawal ayon sa regulator. Isa lang ang account mo, sa sarili mong pangalan, at ikaw lang ang gumagamit nito.`,
      ),
      ul(
        "Bawal maglaro ang mga opisyal at empleyado ng gobyerno.",
        "Bawal ang mga miyembro ng sandatahang lakas at ng pambansang pulisya.",
        `Bawal ang wala pang ${minimumAge} taong gulang.`,
        "Bawal ang mga nasa national restricted list ng regulator.",
        "Bawal ang may lisensya bilang empleyado sa gaming.",
      ),
      p("Mapupunta sa Gobyerno ang pondo ng manlalarong hindi puwedeng sumali. Bawal maglaro sa mga bukas na pampublikong lugar."),
      h3("Ang pera mo"),
      p(
        `Nasa ledger ang bawat pisong nakikita mo, at makukuwenta itong muli mula sa journal. Nagsisimula sa ${pesos(withdrawal.minimumMinor)} ang withdrawal. Libre ang ${withdrawal.freePerDay} bawat araw; ${pesos(withdrawal.feeMinor)} ang fee sa bawat kasunod.`,
      ),
      h3("Ang mga round mo"),
      p(
        "Bilang ang round kapag naisulat na ito ng server. Kung maputol ang koneksyon mo pagkatapos noon, tuloy ang resulta at makikita mo ito sa talaan ng taya. Kung may mali kami, itinatama ito sa entry na nakikita, hindi sa pagbabago ng naisulat na.",
      ),
      h3("Mga pagbabago"),
      p(
        "Kapag nagbago ang mga tuntunin, ipapakita sa iyo ang nabago at tatanungin ka ulit. Mula sa araw na magkabisa ang bago, maghihintay ng sagot mo ang deposito at mga laro; ang withdrawal ay hindi kailanman.",
      ),
    ].join(""),
  },
});

const privacy = (): Shipped => ({
  code: "privacy",
  detail: { kind: "term", section: "privacy", slug: "privacy", document: "privacy", consentNeeded: true, bindingFrom: null, twoOfficers: true },
  en: {
    title: "Privacy",
    html: [
      p("We keep what the account, the law and the protection of players need, and nothing to sell."),
      h3("What we keep"),
      ul(
        "What you gave when you registered, sealed with keys that the database does not hold.",
        "Pictures of your documents, each sealed with a key of its own; every look at one is recorded with its reason.",
        "Your rounds and money movements, because a ledger forgets nothing.",
        "When and from which network you logged in.",
      ),
      h3("Who sees it"),
      p(
        "Officers see what their work needs, and what they look at is recorded in a chain that cannot be changed unnoticed. Payment providers get the amount and a reference. Nobody gets your data for advertising.",
      ),
      h3("What your browser keeps"),
      p(
        "A session that ends with the tab, your language and theme, and, if you ask for it, a one-day key that brings you back. No tracking runs unless you allow it.",
      ),
    ].join(""),
  },
  tl: {
    title: "Privacy",
    html: [
      p("Itinatago lang namin ang kailangan ng account, ng batas at ng proteksyon ng manlalaro. Walang ibinebenta."),
      h3("Ano ang nasa amin"),
      ul(
        "Ang ibinigay mo noong nag-register ka, naka-seal gamit ang key na wala sa database.",
        "Ang mga larawan ng dokumento mo, bawat isa may sariling key; naitatala ang bawat pagtingin at ang dahilan.",
        "Ang mga round at galaw ng pera mo, dahil walang nalilimutan ang ledger.",
        "Kung kailan at saang network ka nag-log in.",
      ),
      h3("Sino ang nakakakita"),
      p(
        "Nakikita ng officer ang kailangan lang sa trabaho niya, at naitatala ang tiningnan niya sa chain na hindi mababago nang palihim. Halaga at reference lang ang napupunta sa payment provider. Walang nakakakuha ng data mo para sa ads.",
      ),
      h3("Ano ang nasa browser mo"),
      p(
        "Session na nagtatapos kapag isinara ang tab, ang wika at theme mo, at kung gusto mo, isang key na isang araw lang para makabalik ka. Walang tracking kung hindi mo pinayagan.",
      ),
    ].join(""),
  },
});

const responsible = ({ helpline, protection }: Pack): readonly Shipped[] => [
  article(
    "responsible",
    "responsible",
    {
      title: "Keeping play in bounds",
      html: [
        p("Most rounds lose. Play with what an evening out may cost, and stop where it stops being fun."),
        h3("Limits that hold"),
        p(
          `Set what you may deposit, stake, lose, or how long you may play, under ${to("/member/securityCenter", "Security")}. A lower limit counts at once, inside the bet itself; a higher one waits.`,
        ),
        h3("Pauses"),
        ul(
          `A time-out of ${protection.timeouts.length} lengths, from 24 hours to 30 days.`,
          "Self-exclusion for 6 months, 1 year or 5 years. The first six months cannot be undone by anyone.",
          `A reality check after ${protection.realityMinutes} minutes of play shows what you staked and won.`,
        ),
        h3("Signs to take seriously"),
        ul("You play to win back what you lost.", "You borrow to play, or hide it.", "You think of play when you should sleep or work."),
        p(
          helpline === null
            ? "Talk to somebody you trust. While you are excluded we send you no offers, and your money can still be withdrawn."
            : `Call ${helpline} to talk to somebody. While you are excluded we send you no offers, and your money can still be withdrawn.`,
        ),
      ].join(""),
    },
    {
      title: "Para hindi lumabis ang laro",
      html: [
        p("Karamihan ng round ay talo. Maglaro lang gamit ang perang pang-libangan, at tumigil kapag hindi na masaya."),
        h3("Mga limit na totoong pumipigil"),
        p(
          `Itakda kung magkano ang puwede mong ideposito, itaya o matalo, o gaano katagal ka puwedeng maglaro, sa ${to("/member/securityCenter", "Security")}. Agad na may bisa ang mas mababang limit, mismo sa loob ng taya; naghihintay muna ang mas mataas.`,
        ),
        h3("Mga pahinga"),
        ul(
          `Time-out na may ${protection.timeouts.length} haba, mula 24 oras hanggang 30 araw.`,
          "Self-exclusion na 6 buwan, 1 taon o 5 taon. Walang makakabawi ng unang anim na buwan.",
          `Sa bawat ${protection.realityMinutes} minuto ng laro, may reality check na nagpapakita ng itinaya at napanalunan mo.`,
        ),
        h3("Mga palatandaang dapat pansinin"),
        ul("Naglalaro ka para mabawi ang talo.", "Nangungutang ka para maglaro, o itinatago mo ito.", "Laro ang iniisip mo kahit oras na ng tulog o trabaho."),
        p(
          helpline === null
            ? "Kausapin ang taong pinagkakatiwalaan mo. Habang naka-exclude ka, wala kaming ipinapadalang alok, at puwede mo pa ring i-withdraw ang pera mo."
            : `Tumawag sa ${helpline} kung kailangan mo ng kausap. Habang naka-exclude ka, wala kaming ipinapadalang alok, at puwede mo pa ring i-withdraw ang pera mo.`,
        ),
      ].join(""),
    },
  ),
];

const waysOf = ({ methods }: Pack["deposit"]): string => methods.map(({ name }) => name).join(", ");

const fair: Shipped = article(
  "fair",
  "fair",
  {
    title: "How you check a round",
    html: [
      p(
        "Each house game draws its result from three things: a seed of the server, a seed of yours, and the number of the round. You see the fingerprint of the server's seed before you play, so it cannot be changed afterwards.",
      ),
      ol(
        "Open a round in your betting record.",
        "Change your seed: the old server seed is shown.",
        `Let your own browser compute the round again in ${to("/room/DICE", "the game's room")}.`,
      ),
      p(
        "Each game states its exact return to the player, counted over all possible results, and the largest win. Neither depends on who plays, or on what was won before.",
      ),
    ].join(""),
  },
  {
    title: "Paano i-check ang round",
    html: [
      p(
        "Tatlong bagay ang pinanggagalingan ng resulta ng sarili naming laro: seed ng server, seed mo, at numero ng round. Nakikita mo ang fingerprint ng seed ng server bago ka maglaro, kaya hindi na ito mababago pagkatapos.",
      ),
      ol(
        "Buksan ang isang round sa talaan ng taya.",
        "Palitan ang seed mo: lalabas ang lumang seed ng server.",
        `Ipakuwenta ulit ang round sa sarili mong browser sa ${to("/room/DICE", "kuwarto ng laro")}.`,
      ),
      p(
        "Nakasulat sa bawat laro ang eksaktong return to player (RTP), binilang sa lahat ng posibleng resulta, at ang pinakamalaking panalo. Hindi ito nakadepende sa kung sino ang naglalaro o sa nauna nang napanalunan.",
      ),
    ].join(""),
  },
);

const depositHelp = ({ deposit }: Pack): Shipped =>
  article(
    "payments",
    "deposits",
    {
      title: "Deposits",
      html:
        p(
          `You deposit by ${waysOf(deposit)}, where they are open. Each method shows its smallest and largest amount before you choose. The balance moves when the provider confirms, never before; the page shows it by itself.`,
        ) + p("A bank transfer needs a slip and an officer's look. An order that is not paid in time lapses and costs nothing."),
    },
    {
      title: "Mga deposito",
      html:
        p(
          `Puwede kang magdeposito gamit ang ${waysOf(deposit)}, kung bukas ang mga ito. Nakikita mo ang pinakamababa at pinakamataas na halaga bago ka pumili. Gumagalaw ang balanse kapag kinumpirma ng provider, hindi bago noon; kusa itong lalabas sa page.`,
        ) + p("Kailangan ng slip at tingin ng officer ang bank transfer. Kapag hindi nabayaran sa oras ang order, mawawala ito at walang babayaran."),
    },
  );

const withdrawalHelp = ({ withdrawal, twoOfficersFromMinor }: Pack): Shipped =>
  article(
    "payments",
    "withdrawals",
    {
      title: "Withdrawals",
      html: [
        p(
          `From ${pesos(withdrawal.minimumMinor)} to ${pesos(withdrawal.maximumMinor)}, ${withdrawal.dailyCount} a day. ${withdrawal.freePerDay} a day are free, each further one costs ${pesos(withdrawal.feeMinor)}.`,
        ),
        p("The page says line by line what must still be staked before money leaves. The amount is held at once, so it cannot be staked by mistake."),
        p(
          `From ${pesos(twoOfficersFromMinor)} a day two officers look. When it was paid you say whether it arrived: after ${withdrawal.autoReceiptMinutes} minutes of silence it counts as received, and for ${withdrawal.caseDays} days you can still open a case.`,
        ),
      ].join(""),
    },
    {
      title: "Mga withdrawal",
      html: [
        p(
          `Mula ${pesos(withdrawal.minimumMinor)} hanggang ${pesos(withdrawal.maximumMinor)}, ${withdrawal.dailyCount} bawat araw. Libre ang ${withdrawal.freePerDay} bawat araw; ${pesos(withdrawal.feeMinor)} ang fee sa bawat kasunod.`,
        ),
        p(
          "Nakasulat sa page, linya bawat linya, ang kailangan pang itaya bago lumabas ang pera. Agad na nakalaan ang halaga, kaya hindi ito maitataya nang hindi sinasadya.",
        ),
        p(
          `Mula ${pesos(twoOfficersFromMinor)} sa isang araw, dalawang officer ang titingin. Kapag nabayaran na, sabihin mo kung natanggap: pagkatapos ng ${withdrawal.autoReceiptMinutes} minuto na walang sagot, bilang na natanggap ito, at sa loob ng ${withdrawal.caseDays} araw puwede ka pang magbukas ng case.`,
        ),
      ].join(""),
    },
  );

const accountHelp = ({ minimumAge, verifiedOnly }: Pack): Shipped =>
  article(
    "account",
    "account",
    {
      title: "Your account",
      html: [
        p(
          `You need to be ${minimumAge} and have one account. ${verifiedOnly ? "Before the first deposit your identity is verified." : "Your identity is verified with one document and a picture of you."} An officer looks at it and tells you what is missing.`,
        ),
        h3("Keep it yours"),
        ul(
          "Bind a second factor under Security.",
          "End sessions you do not know under Security, Sessions.",
          "We never ask for your password, in no message and on no telephone.",
        ),
        p(
          `A forgotten password: ${to("/reset", "choose a new one")}. When your number or address changes, the old one is told and can stop it for three days.`,
        ),
      ].join(""),
    },
    {
      title: "Ang account mo",
      html: [
        p(
          `Dapat ${minimumAge} taong gulang ka pataas at isa lang ang account mo. ${verifiedOnly ? "Bine-verify muna ang pagkakakilanlan mo bago ang unang deposito." : "Bine-verify ang pagkakakilanlan mo gamit ang isang dokumento at larawan mo."} Titingnan ito ng officer at sasabihin sa iyo kung may kulang.`,
        ),
        h3("Ikaw lang dapat ang gumagamit"),
        ul(
          "Maglagay ng second factor sa Security.",
          "Tapusin ang mga session na hindi mo kilala sa Security, Sessions.",
          "Hindi namin hinihingi ang password mo, sa mensahe man o sa telepono.",
        ),
        p(
          `Nakalimutan ang password? ${to("/reset", "Pumili ng bago")}. Kapag pinalitan ang numero o email mo, sasabihan ang dati at puwede itong pigilan sa loob ng tatlong araw.`,
        ),
      ].join(""),
    },
  );

const contact: Shipped = article(
  "contact",
  "contact",
  {
    title: "Reach us",
    html:
      p("Write from your account: the message and its answer stay together, and you see who is waiting for whom.") +
      p("We never ask for your password or a code. Whoever does is not us."),
  },
  {
    title: "Kausapin kami",
    html:
      p("Sumulat mula sa account mo: magkasama ang mensahe at sagot, at kita kung sino ang naghihintay.") +
      p("Hindi namin hinihingi ang password o code mo. Kung may humingi, hindi kami iyon."),
  },
);

/** The help centre, with the figures of the running pack. */
export const shippedHelp = (pack: Pack): readonly Shipped[] => [
  termsOfUse(pack),
  privacy(),
  ...responsible(pack),
  fair,
  depositHelp(pack),
  withdrawalHelp(pack),
  accountHelp(pack),
  contact,
];
