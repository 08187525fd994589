import { Send } from "lucide-react";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { AgeMark } from "../../ui/art/PaymentMark.tsx";
import { Chip } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Contact } from "./Contact.tsx";
import { RegulatorNotice } from "./RegulatorNotice.tsx";

const sections = ["term", "responsible", "fair", "contact"] as const;
type Section = (typeof sections)[number];

const titleOf = { term: "site.helpTerm", responsible: "site.helpResponsible", fair: "site.helpFair", contact: "site.helpContact" } as const satisfies Record<
  Section,
  string
>;

interface HelpDialogProps {
  hash: string;
  onSection: (section: Section) => void;
  /** Writes to customer service. */
  onWrite: () => void;
  onClose: () => void;
}

/** The help center over the page; the address's hash opens a section (ROUTE-09). */
export function HelpDialog({ hash, onSection, onWrite, onClose }: HelpDialogProps) {
  const t = useT();
  const shown = sections.find((section) => `#${section}` === hash) ?? "term";
  useEffect(() => {
    document.getElementById("helpText")?.parentElement?.scrollTo({ top: 0 });
  }, [shown]);
  return (
    <Dialog open id="helpCenterModal" size="md" title={t("site.help")} onClose={onClose} closeLabel={t("ui.close")}>
      <div role="group" aria-label={t("site.help")} className="mb-5 flex flex-wrap gap-2">
        {sections.map((section) => (
          <Chip key={section} selected={section === shown} onPress={() => onSection(section)}>
            {t(titleOf[section])}
          </Chip>
        ))}
      </div>
      <article id="helpText" className="min-h-80">
        {shown === "contact" ? <ContactPart onWrite={onWrite} /> : texts[shown]}
      </article>
    </Dialog>
  );
}

const texts = { term: <Terms />, responsible: <Responsible />, fair: <Fair /> } as const satisfies Record<Exclude<Section, "contact">, ReactNode>;

function Part({ id, title, children }: { id?: Section; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mb-6 grid gap-2">
      <h3 className="text-base font-bold">{title}</h3>
      <div className="grid gap-2 text-muted">{children}</div>
    </section>
  );
}

function Terms() {
  const t = useT();
  const { minimumAge: age, playMoney } = usePermission().jurisdiction;
  return (
    <>
      <Part id="term" title={t("site.termWho")}>
        <p>{t("site.termWhoText", { age })}</p>
        <RegulatorNotice />
      </Part>
      <Part title={t("site.termAccount")}>
        <p>{t("site.termAccountText")}</p>
      </Part>
      <Part title={t("site.termMoney")}>
        <p>{t("site.termMoneyText")}</p>
        {playMoney && <p>{t("site.termMoneyPlay")}</p>}
      </Part>
    </>
  );
}

function Responsible() {
  const t = useT();
  const { minimumAge: age, helpline } = usePermission().jurisdiction;
  return (
    <Part id="responsible" title={t("site.limitsTitle")}>
      <p className="flex items-center gap-3">
        <AgeMark age={age} label={t("site.footerAge", { age })} />
        {t("site.responsibleText")}
      </p>
      <p>{t("site.responsibleLimits")}</p>
      <p>{t("site.responsibleSigns")}</p>
      {helpline !== null && <p className="font-semibold text-text">{t("site.noticeHelpline", { helpline })}</p>}
    </Part>
  );
}

function Fair() {
  const t = useT();
  return (
    <>
      <Part id="fair" title={t("site.fairCommit")}>
        <p>{t("site.fairCommitText")}</p>
      </Part>
      <Part title={t("site.fairPlay")}>
        <p>{t("site.fairPlayText")}</p>
      </Part>
      <Part title={t("site.fairCheck")}>
        <p>{t("site.fairCheckText")}</p>
      </Part>
    </>
  );
}

function ContactPart({ onWrite }: { onWrite: () => void }) {
  const t = useT();
  return (
    <Part id="contact" title={t("site.customerService")}>
      <p>{t("site.contactText")}</p>
      <Contact />
      <Button className="mt-2 justify-self-start" icon={<Send />} onClick={onWrite}>
        {t("feedback.title")}
      </Button>
    </Part>
  );
}
