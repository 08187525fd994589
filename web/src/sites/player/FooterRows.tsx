import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useResources, useSiteTexts } from "../../features/content/content.api.ts";
import { linkOf, openCategories, useMenu } from "../../features/games/games.api.ts";
import { RegulatorNotice } from "../../features/site/RegulatorNotice.tsx";
import { askAgain } from "../../api/analytics.ts";
import { RichText } from "../../ui/RichText.tsx";
import { PlayerFooter } from "./PlayerFooter.tsx";

/** What leads elsewhere than to a telephone's application. */
const APPS: readonly string[] = ["Android", "iOS", "TOURNAMENT"];

/** The operator's words of the foot. */
function useFootRows() {
  const rows = useSiteTexts();
  const social = useResources().filter(({ type }) => !APPS.includes(type));
  const textOf = (code: string) => {
    const html = rows.get(`footer.${code}`)?.content ?? "";
    return html === "" ? undefined : <RichText html={html} className="[&_a]:text-primary-text [&_p]:my-1 [&_ul]:list-none [&_ul]:ps-0" />;
  };
  const titleOf = (code: string, words: string): string => rows.get(`footer.${code}`)?.title || words;
  return { social, textOf, titleOf };
}

/** What stands below every page: what the operator says of the house, else what it is by itself, and where else one may go. */
export function FooterRows() {
  const t = useT();
  const {
    analyticsId,
    customerService,
    jurisdiction: { minimumAge: age, playMoney, helpline, licence },
  } = usePermission();
  const menu = useMenu();
  const { social, textOf, titleOf } = useFootRows();
  const licensed = licence === null ? t("site.footerLicenceNone") : t("site.footerLicence", { licence });
  const play = [{ path: "/bgs", gameType: "BGS" }, ...openCategories(menu)].map(({ path, gameType }) => ({
    label: t("games.type", { type: gameType }),
    to: linkOf(path),
  }));
  return (
    <PlayerFooter
      labels={{
        payments: titleOf("payments", t("site.footerPayments")),
        vendors: t("site.footerVendors"),
        responsible: titleOf("responsible", t("site.limitsMore")),
        social: titleOf("social", t("site.communities")),
        age: t("site.footerAge", { age }),
      }}
      licence={
        <>
          {textOf("licence") ?? (playMoney ? t("site.footerLicencePlay") : null)}
          {!playMoney && <p>{licensed}</p>}
        </>
      }
      responsible={textOf("responsible") ?? `${t("site.footerResponsible")}${helpline === null ? "" : ` ${t("site.noticeHelpline", { helpline })}`}`}
      notice={<RegulatorNotice />}
      age={age}
      links={[
        { title: t("site.footerPlay"), entries: [...play, { label: t("games.type", { type: "PROMO" }), to: "/promotions" }] },
        {
          title: titleOf("help", t("site.footerHelp")),
          text: textOf("help"),
          entries: [
            { label: t("site.help"), to: "/help" },
            { label: t("site.helpTerm"), to: "/help#term" },
            { label: t("site.limitsMore"), to: "/help#responsible" },
            { label: t("site.helpFair"), to: "/fair" },
            { label: t("site.customerService"), to: customerService.url },
          ],
        },
      ]}
      payments={[
        { kind: "qr", label: t("site.payQr") },
        { kind: "wallet", label: t("site.payWallet") },
        { kind: "bank", label: t("site.payBank") },
      ]}
      paymentsText={textOf("payments")}
      social={social.map(({ label, url }) => ({ label, to: url }))}
      vendors={menu.footer}
      copyright={titleOf("copyright", t("site.footerCopyright"))}
      choice={analyticsId === null ? undefined : { label: t("site.analyticsChoice"), onPress: askAgain }}
    />
  );
}
