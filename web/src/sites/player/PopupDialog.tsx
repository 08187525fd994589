import type { ReactNode } from "react";
import { area } from "../../api/area.ts";
import { AnnouncementDialog, DisclaimerDialog, NoticeDialog } from "../../features/content/PopupDialogs.player.tsx";
import { Leads } from "./Leads.tsx";
import { acceptDisclaimer, keepClosed } from "./popups.ts";
import { useMember, useSignOut } from "./session.ts";

const ConsentDialog = area("popups", () => import("../../features/content/ConsentDialog.player.tsx").then((file) => file.ConsentDialog));

interface PopupDialogProps {
  dialog: "disclaimer" | "consents" | "announcement" | "notice";
  onClose: () => void;
}

/** What comes unasked out of the operator's texts, with what is remembered of it. */
export function PopupDialog({ dialog, onClose }: PopupDialogProps): ReactNode {
  const { me, isLoggedIn } = useMember();
  const signOut = useSignOut();
  /** Not again in this tab for whoever closed it. */
  const closeForNow = () => {
    keepClosed(dialog, me === undefined ? undefined : String(me.id));
    onClose();
  };
  const accept = () => {
    acceptDisclaimer();
    onClose();
  };
  switch (dialog) {
    case "disclaimer":
      // Reading the terms first accepts nothing.
      return <DisclaimerDialog onAccept={accept} onTerms={onClose} />;
    case "consents":
      return <ConsentDialog onDone={onClose} onClose={closeForNow} onSignOut={() => void signOut()} />;
    case "announcement":
      return <AnnouncementDialog isMember={isLoggedIn} leads={Leads} onClose={closeForNow} />;
    case "notice":
      return <NoticeDialog onClose={closeForNow} />;
  }
}
