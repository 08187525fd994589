import { Globe } from "lucide-react";
import { isLanguage } from "@laro/locales/t";
import { lazy, Suspense } from "react";
import { type Language, useSpeech, useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { openCategories, linkOf, useLobby } from "../../features/games/games.api.ts";
import { Menu } from "../../ui/Menu.tsx";
import { Select } from "../../ui/Select.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { PlayerFooter } from "./PlayerFooter.tsx";

/** It stands below the fold, and much of it is words. */
const RegulatorNotice = lazy(() => import("../../features/site/RegulatorNotice.tsx").then((module) => ({ default: module.RegulatorNotice })));

/** The brand's languages that have a catalogue, each under its own name. */
function useLanguages(): { value: Language; label: string }[] {
  const t = useT();
  return usePermission()
    .languages.filter(isLanguage)
    .map((value) => ({ value, label: t(`site.language${value}`) }));
}

/** Language and colours, in the header of wide screens. */
export function Tools() {
  const { t, language, setLanguage } = useSpeech();
  const trigger = (
    <>
      <Globe aria-hidden="true" className="size-5" />
      <span className="text-sm font-medium">{language}</span>
    </>
  );
  return (
    <>
      <Menu
        label={`${t("site.language")}: ${t(`site.language${language}`)}`}
        trigger={trigger}
        className="h-10 px-3 text-muted transition hover:bg-text/8 hover:text-text"
        entries={useLanguages().map(({ value, label }) => ({ label, onSelect: () => void setLanguage(value) }))}
      />
      <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} />
    </>
  );
}

/** The same below the side menu, where narrow screens find it. */
export function SideFoot() {
  const { t, language, setLanguage } = useSpeech();
  return (
    <div className="flex items-end gap-2 px-1 pb-2">
      <div className="min-w-0 flex-1">
        <Select label={t("site.language")} options={useLanguages()} value={language} onChange={(event) => void setLanguage(event.target.value as Language)} />
      </div>
      <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} className="mb-0.5" />
    </div>
  );
}

export function SiteFooter() {
  const t = useT();
  const {
    customerService,
    jurisdiction: { minimumAge: age, playMoney, helpline, licence },
  } = usePermission();
  const { games = [] } = useLobby();
  const play = [{ path: "/bgs", gameType: "BGS" }, ...openCategories(games)].map(({ path, gameType }) => ({
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
      notice={
        <Suspense fallback={null}>
          <RegulatorNotice />
        </Suspense>
      }
      age={age}
      links={[
        { title: t("site.footerPlay"), entries: [...play, { label: t("site.promotions"), to: "/promotions" }] },
        {
          title: t("site.footerHelp"),
          entries: [
            { label: t("site.help"), to: "/help" },
            { label: t("site.helpTerm"), to: "/help#term" },
            { label: t("site.limitsMore"), to: "/help#responsible" },
            { label: t("site.helpFair"), to: "/help#fair" },
            { label: t("site.customerService"), to: customerService.url },
          ],
        },
      ]}
      payments={[
        { kind: "qr", label: t("site.payQr") },
        { kind: "wallet", label: t("site.payWallet") },
        { kind: "bank", label: t("site.payBank") },
      ]}
      vendors={[...new Set(["BGS", ...games.map(({ vendorCode }) => vendorCode)])]}
      copyright={t("site.footerCopyright")}
    />
  );
}
