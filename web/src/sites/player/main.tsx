import "../../ui/base.css";
import "./poster.css";
import type { Permission } from "@laro/contract/site";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { area } from "../../api/area.ts";
import { readPreview } from "../../api/preview.ts";
import { keepImageHosts } from "../../ui/cdn.ts";
import { mount } from "../mount.tsx";
import { keepInvitation } from "./invitation.ts";
import { openPage, PlayerSite } from "./PlayerSite.tsx";
import { keepInstall } from "./install.ts";
import { keepPlaces } from "./places.ts";
import { keepMemberLanguage } from "../../features/accounts/memberLanguage.ts";

const MaintenanceView = area("pages", () => import("./MaintenanceView.tsx").then((file) => file.MaintenanceView));
const RestrictedView = area("pages", () => import("./RestrictedView.tsx").then((file) => file.RestrictedView));
const PreviewPage = area("preview", () => import("../../features/content/Preview.player.tsx").then((file) => file.PreviewPlayer));

/** One root view for each status the specification knows (SITE-20). */
const views = new Map<number, ComponentType>([
  [0, PlayerSite],
  [1, MaintenanceView],
  [2, RestrictedView],
]);

function rootView({ systemStatus, imageCdnList }: Permission): ReactNode {
  keepImageHosts(imageCdnList);
  const View = readPreview() ? PreviewPage : views.get(systemStatus);
  if (View === undefined) reportError(new Error(`Unknown system status ${systemStatus}`));
  return <Suspense fallback={null}>{View && <View />}</Suspense>;
}

/** What loads later stands on this file, so nothing here may wait at its top for any of that. */
async function start(): Promise<void> {
  keepPlaces();
  keepInstall();
  const ticket = new URLSearchParams(location.search).get("token");
  if (ticket !== null) await (await import("./arrival.ts")).arrive(ticket);
  await mount(rootView, { open: openPage, onLanguage: keepMemberLanguage });
  // After the page stands: what a code is worth is not what its visitor waits for.
  keepInvitation();
}

// A task of its own, as its modules had.
setTimeout(start);
