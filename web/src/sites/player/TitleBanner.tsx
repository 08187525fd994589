import { findPlayerPath } from "@laro/contract/core/paths";
import type { Banner } from "@laro/contract/core/contentShown";
import { useFlag } from "../../api/permission.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useAnnouncements } from "../../features/content/content.api.ts";
import { ContentPicture } from "../../features/content/ContentPicture.player.tsx";
import { Banderitas } from "../../ui/art/motifs.tsx";
import { Glyph, type GlyphName } from "../../ui/art/glyphs.tsx";
import { useOutsidePath } from "./outside.ts";

/** What the operator put at the head of this page; pages that begin with a banner say so in the table of paths (ROUTE-41). */
function useOwnHead(): Banner | undefined {
  const page = findPlayerPath(useOutsidePath());
  const isOn = useFlag("banners") && page?.banner === true;
  const other = useIsLoggedIn() ? "guest" : "member";
  const { list } = useAnnouncements("B", { enabled: isOn });
  if (!isOn) return undefined;
  return list?.find(({ groupName, gameType, audience }) => groupName === "w_title" && gameType === page.name.toUpperCase() && audience !== other);
}

/** The head of a page: its name, a sentence, and a drawing of what is in it, or what the operator says and shows instead. */
export function TitleBanner({ title, text, glyph }: { title: string; text: string; glyph: GlyphName }) {
  const own = useOwnHead();
  return (
    <header className="relative isolate flex min-h-32 items-center overflow-hidden rounded-md bg-[#1d0f3d] p-6 text-white sm:min-h-40 sm:p-8">
      {own?.picture ? <Picture picture={own.picture} /> : <Drawing glyph={glyph} />}
      <div className="max-w-[70%]">
        <h1 className="text-xl font-extrabold sm:text-2xl">{own?.title ?? title}</h1>
        <p className="mt-1 text-sm text-[#ffe9c7] sm:text-base">{own?.summary || text}</p>
      </div>
    </header>
  );
}

const Drawing = ({ glyph }: { glyph: GlyphName }) => (
  <div aria-hidden="true" className="absolute inset-0 -z-10 bg-[radial-gradient(80%_180%_at_82%_10%,#8a1e68_0%,#4a1760_42%,#1d0f3d_78%)]">
    <Banderitas width={760} height={90} sag={30} flags={19} faint className="absolute -top-1 end-0 w-[72%] min-w-100" />
    <Glyph name={glyph} className="absolute end-[6%] top-1/2 w-24 -translate-y-1/2 max-sm:-end-3 max-sm:opacity-60 sm:w-32" />
  </div>
);

const Picture = ({ picture }: { picture: NonNullable<Banner["picture"]> }) => (
  <>
    <ContentPicture picture={picture} isFirst sizes="(min-width: 1024px) 1160px, 100vw" className="absolute inset-0 -z-10 size-full object-cover" />
    <span aria-hidden="true" className="absolute inset-0 -z-10 bg-linear-to-r from-black/80 via-black/50 to-transparent rtl:bg-linear-to-l" />
  </>
);
