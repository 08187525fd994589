import { SCRATCH_FIELDS } from "@laro/engines/minis/scratch";
import { type PointerEvent, useEffect, useRef } from "react";
import { useT } from "../../../api/language.ts";
import { ParolMark } from "../../../ui/art/Parol.tsx";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { COLUMNS, type Place, touch, type Touched, untouched } from "./scratchPlate.ts";

const BRUSH = 0.075;
const CANVAS_WIDTH = 300;
const CANVAS_HEIGHT = 220;

export interface ScratchPlateProps {
  /** The field with the prize, null where there is none, undefined before a ticket is bought. */
  prizeField: number | null | undefined;
  /** Minor units. */
  prize: bigint;
  open: readonly number[];
  onOpen: (field: number) => void;
}

const fields = Array.from({ length: SCRATCH_FIELDS }, (_, field) => field);

/** Nine fields under a layer of silver: rubbed off by a finger, or opened one by one by a press or a key. */
export function ScratchPlate({ prizeField, prize, open, onOpen }: ScratchPlateProps) {
  const t = useT();
  const isBought = prizeField !== undefined;
  const { canvas, rub } = useRubbing({ open, onOpen });
  const follow = isBought ? rub : undefined;
  return (
    <div
      onPointerDown={follow}
      onPointerMove={follow}
      className="relative mx-auto grid aspect-[3/1.75] w-full sm:aspect-[3/2.2] max-w-130 touch-none grid-cols-3 gap-1.5 rounded-md bg-[#fdf0cf] p-1.5 sm:gap-2 sm:p-2"
    >
      {fields.map((field) => {
        const isOpen = open.includes(field);
        const holds = isOpen && field === prizeField;
        return (
          <button
            key={field}
            type="button"
            aria-disabled={!isBought || isOpen}
            aria-label={`${t("rounds.scratchField", { field: field + 1 })}: ${isOpen ? (holds ? t("rounds.scratchPrize") : t("rounds.scratchEmpty")) : t("rounds.scratchCovered")}`}
            onClick={isBought && !isOpen ? () => onOpen(field) : undefined}
            className={cx(
              "relative grid min-h-11 place-items-center overflow-hidden rounded-sm outline-offset-2 transition-colors",
              holds ? "bg-[#fff6c9]" : "bg-[#f2ddac]",
            )}
          >
            {isOpen && holds && (
              <span className="grid animate-fade justify-items-center gap-0.5 sm:gap-1">
                <ParolMark className="size-6 sm:size-12" />
                <Money minor={prize} className="font-display text-sm leading-none font-extrabold text-[#7a1b05] sm:text-2xl" />
              </span>
            )}
            {isOpen && !holds && <Shell />}
            <Cover isOpen={isOpen} />
          </button>
        );
      })}
      <canvas ref={canvas} width={CANVAS_WIDTH} height={CANVAS_HEIGHT} className="pointer-events-none absolute inset-0 size-full rounded-md" />
    </div>
  );
}

/** What lies under every field without a prize: all alike, so that none looks like half a prize. */
function Shell() {
  return (
    <svg viewBox="0 0 40 36" aria-hidden="true" className="h-1/2 animate-fade text-[#b98f45]">
      <path d="M20 33 5 17C5 8 12 3 20 3s15 5 15 14Z" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinejoin="round" />
      <path d="M20 33V3M20 33 12 5M20 33 28 5" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  );
}

function Cover({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 90 66"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cx("absolute inset-0 size-full transition-opacity duration-300", isOpen && "opacity-0")}
    >
      <path d="M0 0h90v66H0Z" fill="#a9b4cc" />
      <path d="M0 0h90L0 52Z" fill="#fff" opacity=".35" />
      <path
        d="m15 11 12-11 12 11-12 11Zm24 0 12-11 12 11-12 11Zm24 0L75 0l12 11-12 11ZM3 33l12-11 12 11-12 11Zm24 0 12-11 12 11-12 11Zm24 0 12-11 12 11-12 11ZM15 55l12-11 12 11-12 11Zm24 0 12-11 12 11-12 11Zm24 0 12-11 12 11-12 11Z"
        fill="none"
        stroke="#7f8ba8"
        strokeWidth="1.4"
      />
    </svg>
  );
}

/** The finger's way over the plate: it leaves a trace on the canvas, and opens a field once enough of it was touched. */
function useRubbing({ open, onOpen }: Pick<ScratchPlateProps, "open" | "onOpen">) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const touched = useRef<Touched>(untouched);
  const last = useRef<Place>(undefined);
  useEffect(() => {
    for (const field of open) if (canvas.current !== null) clear(canvas.current, field);
  }, [open]);
  const rub = (event: PointerEvent): void => {
    if (event.buttons === 0 || canvas.current === null) return void (last.current = undefined);
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const place = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    draw(canvas.current, last.current ?? place, place);
    last.current = place;
    const next = touch(touched.current, place);
    touched.current = next.touched;
    if (next.opened !== undefined && !open.includes(next.opened)) onOpen(next.opened);
  };
  return { canvas, rub };
}

/** An open field shows nothing of how it was opened. */
function clear(canvas: HTMLCanvasElement, field: number): void {
  const [width, height] = [canvas.width / COLUMNS, canvas.height / COLUMNS];
  canvas.getContext("2d")?.clearRect((field % COLUMNS) * width, Math.floor(field / COLUMNS) * height, width, height);
}

/** A trace of the finger, lighter than the silver. */
function draw(canvas: HTMLCanvasElement, from: Place, to: Place): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.strokeStyle = "rgb(253 240 207 / 0.75)";
  context.lineWidth = canvas.width * BRUSH;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(from.x * canvas.width, from.y * canvas.height);
  context.lineTo(to.x * canvas.width, to.y * canvas.height);
  context.stroke();
}
