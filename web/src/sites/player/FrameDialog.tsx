import { area } from "../../api/area.ts";
import { AppDownload } from "./AppDownload.tsx";
import { Communities } from "./Communities.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { OtherGames } from "./OtherGames.tsx";

const SearchGames = area("menus", () => import("./SearchGames.tsx").then((file) => file.SearchGames));

const dialogs = { communities: Communities, appDownload: AppDownload, keys: KeysDialog, otherGames: OtherGames, search: SearchGames } as const;

/** The dialogs that the menus open. */
export function FrameDialog({ dialog, onClose }: { dialog: keyof typeof dialogs; onClose: () => void }) {
  const Shown = dialogs[dialog];
  return <Shown onClose={onClose} />;
}
