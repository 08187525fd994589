import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { AnnouncementList } from "./AnnouncementList.player.tsx";
import { useAnnouncements, useSiteText } from "./content.api.ts";
import { isPopupFor, isShownOnWeb, type Leads } from "./audience.ts";

interface PopupDialogProps {
  onClose: () => void;
}

interface AnnouncementDialogProps extends PopupDialogProps {
  isMember: boolean;
  /** Where an announcement leads. */
  leads: Leads;
}

/** The operator's popups for whoever looks (POPUP-04 to POPUP-06). */
export function AnnouncementDialog({ isMember, leads, onClose }: AnnouncementDialogProps) {
  const t = useT();
  const { list = [] } = useAnnouncements("PU");
  return (
    <Dialog open id="announcementModal" size="md" title={t("content.announcements")} onClose={onClose} closeLabel={t("ui.close")}>
      <AnnouncementList items={list.filter((popup) => isPopupFor(popup, isMember))} leads={leads} onFollow={onClose} />
    </Dialog>
  );
}

/** What the operator lets players know (POPUP-07, POPUP-08). */
export function NoticeDialog({ onClose }: PopupDialogProps) {
  const t = useT();
  const { list = [] } = useAnnouncements("PL");
  return (
    <Dialog open id="noticeModal" size="md" title={t("content.notices")} onClose={onClose} closeLabel={t("ui.close")}>
      <AnnouncementList items={list.filter(isShownOnWeb)} />
    </Dialog>
  );
}

interface DisclaimerDialogProps {
  onAccept: () => void;
  /** Reads the terms first; the disclaimer comes back. */
  onTerms: () => void;
}

/** Who may not play; it stays until it is accepted (POPUP-11 to POPUP-15). */
export function DisclaimerDialog({ onAccept, onTerms }: DisclaimerDialogProps) {
  const t = useT();
  const { text } = useSiteText("disclaimer");
  if (!text) return null;
  const footer = (
    <Button data-autofocus size="lg" block onClick={onAccept}>
      {t("content.accept")}
    </Button>
  );
  return (
    <Dialog open id="disclaimerModal" title={text.title} closeLabel={t("ui.close")} footer={footer}>
      {text.summary !== "" && <p className="mb-3 text-muted">{text.summary}</p>}
      <RichText html={text.content} />
      <p className="mt-4">
        <Anchor to="/help#term" onClick={onTerms} className="font-semibold text-primary-text underline underline-offset-4">
          {t("content.readTerms")}
        </Anchor>
      </p>
    </Dialog>
  );
}
