import { ParolMark } from "../../ui/art/Parol.tsx";

const PIECES_MIN = 6;
const PIECES_MAX = 44;
const COLORS = ["#ffb627", "#f0436a", "#22c493", "#38a3f5", "#fff3d6"] as const;
const GOLDEN_TURN = 137.508;

/** One toss of paper and parols, larger for a larger win; a return at or below the stake gets none. */
export function Celebration({ stake, win }: { stake: bigint; win: bigint }) {
  if (win <= stake) return null;
  const pieces = Math.min(PIECES_MAX, PIECES_MIN + Number((win * 2n) / stake));
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-10 overflow-hidden motion-reduce:hidden">
      {Array.from({ length: pieces }, (_, piece) => {
        const angle = (piece * GOLDEN_TURN * Math.PI) / 180;
        const reach = 90 + ((piece * 53) % 210);
        const path = {
          "--dx": `${Math.round(Math.cos(angle) * reach * 1.5)}px`,
          "--dy": `${Math.round(Math.sin(angle) * reach)}px`,
          "--spin": `${(piece * 97) % 540}deg`,
          "--wait": `${(piece * 29) % 260}ms`,
        };
        return (
          <span key={piece} style={path as React.CSSProperties} className="toss absolute start-1/2 top-[45%]">
            {piece % 4 === 0 ? (
              <ParolMark className="size-7" />
            ) : (
              <i style={{ background: COLORS[piece % COLORS.length] }} className="block h-3.5 w-2.5 [clip-path:polygon(0_0,100%_0,50%_100%)]" />
            )}
          </span>
        );
      })}
    </div>
  );
}
