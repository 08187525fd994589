import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { linkOf, openCategories, useMenu } from "../../features/games/games.api.ts";
import { RegulatorNotice } from "../../features/site/RegulatorNotice.tsx";
import { askAgain } from "../../api/analytics.ts";
import { PlayerFooter } from "./PlayerFooter.tsx";

/** What stands below every page: what it says of the house, and where else one may go. */
export function SiteFooter() {
  const t = useT();
  const {
    analyticsId,
    customerService,
    jurisdiction: { minimumAge: age, playMoney, helpline, licence },
  } = usePermission();
  const menu = useMenu();
  const play = [{ path: "/bgs", gameType: "BGS" }, ...openCategories(menu)].map(({ path, gameType }) => ({
    label: t("games.type", { type: gameType }),
    to: linkOf(path),
  }));
  return (
    <PlayerFooter
      labels={{
        footer: t("site.footer"),
        payments: t("site.footerPayments"),
        vendors: t("site.footerVendors"),
        responsible: t("site.limitsMore"),
        age: t("site.footerAge", { age }),
      }}
      licence={playMoney ? t("site.footerLicencePlay") : licence === null ? t("site.footerLicenceNone") : t("site.footerLicence", { licence })}
      responsible={`${t("site.footerResponsible")}${helpline === null ? "" : ` ${t("site.noticeHelpline", { helpline })}`}`}
      notice={<RegulatorNotice />}
      age={age}
      links={[
        { title: t("site.footerPlay"), entries: [...play, { label: t("games.type", { type: "PROMO" }), to: "/promotions" }] },
        {
          title: t("site.footerHelp"),
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
      vendors={menu.footer}
      copyright={t("site.footerCopyright")}
      choice={analyticsId === null ? undefined : { label: t("site.analyticsChoice"), onPress: askAgain }}
    />
  );
}
