import { useLocation } from "wouter";
import { HelpDialog } from "../../features/content/HelpDialog.player.tsx";
import { Contact } from "../../features/site/Contact.tsx";
import { RegulatorNotice } from "../../features/site/RegulatorNotice.tsx";
import { openDialog } from "./dialogs.ts";
import { useHash } from "./scrolling.ts";

const contact = <Contact />;
const notice = <RegulatorNotice />;

/** The help centre with what other features bring to it; from it one may write to customer service. */
export function HelpCentre({ onClose }: { onClose: () => void }) {
  const hash = useHash();
  const [path, navigate] = useLocation();
  return (
    <HelpDialog
      hash={hash}
      contact={contact}
      notice={notice}
      onWrite={() => openDialog("feedback")}
      onSection={(slug) => navigate(`${path}#${slug}`, { replace: true })}
      onClose={onClose}
    />
  );
}
