/** Between two rows of pins, in widths of a slot. */
export const ROW = 0.62;
export const TOP = 1.1;
const PINS_FIRST = 3;
/** How high a ball jumps off a pin. */
const JUMP = 0.16;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width of the board in slots: one more of them on both sides. */
export const widthOf = (rows: number): number => rows + 2;
export const heightOf = (rows: number): number => TOP + rows * ROW + slotHeight(rows) + 0.2;
/** Many slots are narrow, so what they pay stands upright in them. */
export const isUpright = (rows: number): boolean => rows > 8;
export const slotHeight = (rows: number): number => (isUpright(rows) ? 1.9 : 0.95);
export const slotTop = (rows: number): number => TOP + rows * ROW - 0.1;

/** The middle of each slot, from the left. */
export const slotX = (rows: number, slot: number): number => widthOf(rows) / 2 + (slot - rows / 2);

/** All pins, row by row. */
export const pinsOf = (rows: number): readonly Point[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: row + PINS_FIRST }, (_pin, pin) => ({ x: widthOf(rows) / 2 + (pin - (row + PINS_FIRST - 1) / 2), y: TOP + row * ROW })),
  ).flat();

/** Where a ball touches a pin in each row, and at last its slot. */
export function touchesOf(path: readonly number[]): readonly Point[] {
  const rows = path.length;
  let x = widthOf(rows) / 2;
  const touches: Point[] = [];
  path.forEach((step, row) => {
    touches.push({ x, y: TOP + row * ROW - 0.24 });
    x += step - 0.5;
  });
  return [...touches, { x, y: slotTop(rows) + 0.28 }];
}

export interface Frame extends Point {
  readonly easing: string;
}

/** The ball's way in frames of equal length: from above onto the first pin, then from pin to pin in small jumps. */
export function framesOf(path: readonly number[]): readonly Frame[] {
  const touches = touchesOf(path);
  const start = { x: widthOf(path.length) / 2, y: 0.2, easing: "ease-in" };
  return [
    start,
    ...touches.flatMap((touch, at) => {
      const next = touches[at + 1];
      const landing = { ...touch, easing: "ease-out" };
      return next === undefined ? [landing] : [landing, { x: (touch.x + next.x) / 2, y: touch.y - JUMP + ROW * 0.12, easing: "ease-in" }];
    }),
  ];
}

/** A slot's colour by what it pays, in hundredths: from cool where the stake is lost in part to hot where it grows most. */
export function slotColor(pays: number): { fill: string; text: string } {
  if (pays < 100) return { fill: "#3a4a86", text: "#e9edff" };
  if (pays < 150) return { fill: "#13706c", text: "#ffffff" };
  if (pays < 400) return { fill: "#22c493", text: "#05231a" };
  if (pays < 1_200) return { fill: "#ffc02b", text: "#1a1203" };
  if (pays < 5_000) return { fill: "#ff8d22", text: "#1a0a02" };
  return { fill: "#d81f5d", text: "#ffffff" };
}
