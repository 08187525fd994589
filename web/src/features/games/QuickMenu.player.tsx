import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Glyph, type GlyphName } from "../../ui/art/glyphs.tsx";
import { useMenu } from "./games.api.ts";

/** What is drawn for each class of the quick menu, and the night behind it. */
const looks: Readonly<Record<string, { glyph: GlyphName; night: string }>> = {
  JP: { glyph: "seven", night: "bg-[#5a1140]" },
  TG: { glyph: "cards", night: "bg-[#123a4a]" },
  AC: { glyph: "rocket", night: "bg-[#2d1a66]" },
  BG: { glyph: "ticket", night: "bg-[#5a3410]" },
};

/** Jackpot, table games, arcade, bingo: those that have games, as the server names them (NAV-05, NAV-06). */
export function QuickMenu() {
  const t = useT();
  const quick = useMenu().quick.filter((code) => Object.hasOwn(looks, code));
  if (quick.length === 0) return null;
  return (
    <nav aria-label={t("site.quickMenu")}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2 sm:gap-4">
        {quick.map((code) => (
          <li key={code} className="grid">
            <Anchor
              to={`/provider?gameClassify=${code}`}
              className={`relative isolate flex min-h-16 items-center overflow-hidden rounded-md ps-4 pe-14 text-sm font-bold text-white transition hover:brightness-115 ${looks[code]!.night}`}
            >
              {t("games.quick", { code })}
              <Glyph name={looks[code]!.glyph} className="absolute end-2 top-1/2 -z-10 w-12 -translate-y-1/2" />
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
