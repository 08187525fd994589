import type { perlasSymbols } from "@laro/engines/slots/perlas-hold";
import type { ReactNode } from "react";
import { glyphs } from "../../../ui/art/glyphs.tsx";

const INK = "#191d33";

const mermaid = (
  <>
    <path d="M58 84c-18 2-30-8-28-26 2-12 10-16 10-28h20c0 14 12 20 10 36-1 8-6 12-12 18Z" fill="#16bfa8" />
    <path d="M58 84c10-4 22-2 30 8-14 2-26 2-34-4-6 8-14 10-24 8 4-8 14-14 28-12Z" fill="#0b8f86" />
    <path d="M36 52c8 5 20 5 29 0M33 62c10 6 24 6 36 0M36 72c8 5 20 5 29 0" fill="none" stroke="#bcfff0" strokeWidth="2.5" />
    <path d="M40 36c0-8 4-12 10-12s10 4 10 12c-6 5-14 5-20 0Z" fill="#f2b88a" />
    <circle cx="50" cy="15" r="10" fill="#f2b88a" />
    <path d="M36 34C30 14 40 2 52 3s18 14 12 30c-2-8-2-14-6-20-8 2-14 2-17 0-4 8-4 14-5 21Z" fill="#7a2b1a" />
    <path d="M43 30c3-3 6-3 7 0 1-3 4-3 7 0-2 5-12 5-14 0Z" fill="#f489b8" />
    <path d="M42 5l4-5 4 4 4-4 4 5Z" fill="#ffc233" />
  </>
);

const pearl = (
  <>
    <circle cx="48" cy="48" r="38" fill="#f6efe4" />
    <path d="M84 36c8 30-12 50-36 50-14 0-24-6-31-14 30 8 56-6 67-36Z" fill="#c9b8d6" />
    <circle cx="48" cy="48" r="38" fill="none" stroke="#fff" strokeOpacity="0.7" strokeWidth="3" />
    <ellipse cx="35" cy="31" rx="13" ry="8" transform="rotate(-34 35 31)" fill="#fff" />
  </>
);

const galleon = (
  <>
    <path d="M46 8v58" stroke="#8a5220" strokeWidth="5" />
    <path d="M48 12c20 4 30 18 30 34-10-4-20-4-30 0Z" fill="#fff3d6" />
    <path d="M44 16C28 22 20 32 18 46c8-4 16-4 26 0Z" fill="#f0d9a8" />
    <path d="M46 8h16l-5 5 5 5H46Z" fill="#d61f4a" />
    <path d="M8 52l12 6h54l16-10c-2 20-10 32-18 36H26C16 78 10 66 8 52Z" fill="#a9642a" />
    <path d="M12 64h74c-3 10-8 16-14 20H26c-6-4-11-11-14-20Z" fill="#7a431a" />
    <path d="M30 70h.1M46 70h.1M62 70h.1" stroke="#ffc233" strokeWidth="7" strokeLinecap="round" />
    <path d="M4 88c10-6 18 4 28-2s18 4 28-2 18 4 30-2" fill="none" stroke="#62bbff" strokeWidth="5" strokeLinecap="round" />
  </>
);

const turtle = (
  <>
    <path
      d="M24 30C10 20 6 28 12 42M70 30c14-10 20-2 12 12M26 70c-12 6-12 14-6 18M70 70c12 6 12 14 6 18"
      fill="none"
      stroke="#2fae72"
      strokeWidth="11"
      strokeLinecap="round"
    />
    <circle cx="48" cy="14" r="11" fill="#5fcf6f" />
    <circle cx="44" cy="12" r="2.5" fill={INK} />
    <circle cx="52" cy="12" r="2.5" fill={INK} />
    <ellipse cx="48" cy="54" rx="31" ry="35" fill="#0f7a55" />
    <ellipse cx="48" cy="54" rx="25" ry="29" fill="#39ba6c" />
    <path d="M48 36l14 9v17l-14 9-14-9V45Z" fill="#0f7a55" />
    <path d="M48 25v11M24 42l10 4M72 42l-10 4M34 62l-9 6M62 62l9 6M48 71v12" stroke="#0f7a55" strokeWidth="4" />
  </>
);

const starfish = (
  <>
    <path d="M48 6c6 0 8 26 12 29s28-2 30 4-20 16-22 21 10 28 5 31-20-16-25-16-20 19-25 16 7-26 5-31S4 45 6 39s26-1 30-4 6-29 12-29Z" fill="#ff8d4a" />
    <path d="M48 6c6 0 8 26 12 29s28-2 30 4-20 16-22 21 10 28 5 31-20-16-25-16Z" fill="#e0602a" />
    <path d="M48 22v18M20 42l18 6M76 42l-18 6M34 76l8-16M62 76l-8-16" stroke="#ffd9b0" strokeWidth="4" strokeDasharray="1 8" strokeLinecap="round" />
  </>
);

const coral = (
  <>
    <path
      d="M48 90V54M48 74C30 70 24 58 24 40M24 52c-10-2-14-10-14-20M48 62c18-4 26-14 26-32M74 44c8-2 12-8 12-18M48 54c-4-10-4-26 0-42"
      fill="none"
      stroke="#c3174a"
      strokeWidth="13"
      strokeLinecap="round"
    />
    <path
      d="M48 88V54M48 74C30 70 24 58 24 40M24 52c-10-2-14-10-14-20M48 62c18-4 26-14 26-32M74 44c8-2 12-8 12-18M48 54c-4-10-4-26 0-42"
      fill="none"
      stroke="#ff6d8d"
      strokeWidth="7"
      strokeLinecap="round"
    />
  </>
);

const anchor = (
  <>
    <path d="M48 28v56M28 40h40" stroke="#4f5d7c" strokeWidth="11" strokeLinecap="round" />
    <path d="M14 56c2 18 16 30 34 30s32-12 34-30" fill="none" stroke="#4f5d7c" strokeWidth="11" strokeLinecap="round" />
    <path d="M48 28v56M28 40h40M14 56c2 18 16 30 34 30s32-12 34-30" fill="none" stroke="#b9c6dc" strokeWidth="5.5" strokeLinecap="round" />
    <circle cx="48" cy="17" r="10" fill="none" stroke="#b9c6dc" strokeWidth="6" />
    <path d="M4 62l10-16 12 14ZM92 62L82 46 70 60Z" fill="#b9c6dc" />
  </>
);

const shell = (
  <>
    <path d="M48 86C22 82 6 56 10 34c8-8 16-4 20 0 2-14 12-20 18-20s16 6 18 20c4-4 12-8 20 0 4 22-12 48-38 52Z" fill="#c79bff" />
    <path d="M48 14c6 0 16 6 18 20 4-4 12-8 20 0 4 22-12 48-38 52Z" fill="#9a5cf0" />
    <path d="M48 82V24M44 82L24 42M52 82l20-40M42 84L14 46M54 84l28-38" stroke="#f0e2ff" strokeWidth="3" strokeLinecap="round" />
    <path d="M36 84h24l-6 8H42Z" fill="#6d35d6" />
  </>
);

export const perlasArt: Readonly<Record<(typeof perlasSymbols)[number], ReactNode>> = {
  mermaid,
  pearl,
  galleon,
  turtle,
  fish: glyphs.fish,
  starfish,
  coral,
  anchor,
  shell,
};
