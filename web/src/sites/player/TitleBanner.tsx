import { Banderitas } from "../../ui/art/motifs.tsx";
import { Glyph, type GlyphName } from "../../ui/art/glyphs.tsx";

/** The head of a page: its name, a sentence, and a drawing of what is in it. */
export function TitleBanner({ title, text, glyph }: { title: string; text: string; glyph: GlyphName }) {
  return (
    <header className="relative isolate flex min-h-32 items-center overflow-hidden rounded-md bg-[#1d0f3d] p-6 text-white sm:min-h-40 sm:p-8">
      <div aria-hidden="true" className="absolute inset-0 -z-10 bg-[radial-gradient(80%_180%_at_82%_10%,#8a1e68_0%,#4a1760_42%,#1d0f3d_78%)]">
        <Banderitas width={760} height={90} sag={30} flags={19} faint className="absolute -top-1 end-0 w-[72%] min-w-100" />
        <Glyph name={glyph} className="absolute end-[6%] top-1/2 w-24 -translate-y-1/2 max-sm:-end-3 max-sm:opacity-60 sm:w-32" />
      </div>
      <div className="max-w-[70%]">
        <h1 className="text-xl font-extrabold sm:text-2xl">{title}</h1>
        <p className="mt-1 text-sm text-[#ffe9c7] sm:text-base">{text}</p>
      </div>
    </header>
  );
}
