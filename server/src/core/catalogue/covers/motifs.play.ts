import { around, both, disc, line, oval, shade, shape, shine, starPath, tilted } from "./pen.ts";

const card = (degrees: number, x: number, face: string): string => {
  const edge = `M${x + 12} 30h68c8 0 12 4 12 12v96c0 8-4 12-12 12h-68c-8 0-12-4-12-12V42c0-8 4-12 12-12Z`;
  return tilted(degrees, 100, 200, shape("ivory", edge) + line("#6b4626", 3, edge) + face);
};

const ball = (paint: string, x: number, y: number, r: number, digit: string): string =>
  disc(paint, x, y, r) +
  disc("#fff", x, y, Math.round(r * 0.55)) +
  line("#20263f", 5, digit) +
  oval("#fff", x - Math.round(r * 0.4), y - Math.round(r * 0.66), Math.round(r * 0.3), Math.round(r * 0.17), 'opacity=".8"');

const blade =
  shape("steel", "M90 132V22l10-22 10 22v110Z") +
  shape("#8f9dbb", "M100 0l10 22v110h-10Z") +
  shape("gold", "M62 126h76c8 0 8 16 0 16H62c-8 0-8-16 0-16Z") +
  shape("wood", "M92 142h16v34H92Z") +
  disc("red", 100, 184, 13);

/** What is played with, each on a field of 200 by 200. */
export const playMotifs = {
  die:
    shape("ivory", "M100 8l84 40v98l-84 46-84-46V48Z") +
    shape("#fff", "M100 8l84 40-84 42-84-42Z") +
    shape("#f2dfbc", "M16 48l84 42v102l-84-46Z") +
    shape("#d6b684", "M184 48l-84 42v102l84-46Z") +
    oval("red", 100, 48, 17, 9) +
    oval("red", 40, 86, 8, 12) +
    oval("red", 76, 152, 8, 12) +
    oval("red", 58, 119, 8, 12) +
    oval("red", 124, 110, 8, 12) +
    oval("red", 160, 92, 8, 12) +
    oval("red", 124, 158, 8, 12) +
    oval("red", 160, 138, 8, 12) +
    line("#fff", 4, "M22 52l78 40 78-40M100 92v90"),
  cards:
    card(-24, 50, shape("#20263f", "M84 54c10 10 17 15 17 23 0 9-10 10-14 4 0 6 3 9 5 11H76c2-2 5-5 5-11-4 6-14 5-14-4 0-8 7-13 17-23Z")) +
    card(-4, 54, shape("red", "M100 58l20 28-20 28-20-28Z")) +
    card(18, 58, shape("red", "M104 122C84 106 74 96 74 82c0-16 22-20 30-4 8-16 30-12 30 4 0 14-10 24-30 40ZM70 40l8 0 0 0-4 12ZM134 140h-8l4-12Z")) +
    shine("M84 30h30L74 92V40Z", ".35"),
  chip:
    disc("wood", 104, 108, 88, 'opacity=".6"') +
    disc("red", 100, 100, 88) +
    around(8, 100, 100, shape("#fff", "M84 14c10-2 22-2 32 0l-5 28c-8-1-14-1-22 0Z")) +
    disc("#7c0428", 100, 100, 56, 'opacity=".7"') +
    disc("ivory", 100, 100, 50) +
    shape("red", "M100 62c20 20 34 30 34 46 0 18-22 20-28 8 0 12 5 18 10 22H84c5-4 10-10 10-22-6 12-28 10-28-8 0-16 14-26 34-46Z") +
    shine("M28 78c10-32 38-54 70-54-26 10-50 28-70 54Z", ".5"),
  roulette:
    disc("wood", 100, 100, 94) +
    disc("gold", 100, 100, 82) +
    disc("ink", 100, 100, 76) +
    around(6, 100, 100, shape("red", "M100 100L80 28c12-4 28-4 40 0Z")) +
    shape("green", "M100 100L90 26c6-1 14-1 20 0Z") +
    disc("wood", 100, 100, 46) +
    disc("gold", 100, 100, 37) +
    around(4, 100, 100, line("gold", 10, "M100 100V58") + disc("ivory", 100, 56, 8)) +
    disc("gold", 100, 100, 16) +
    disc("#fff", 152, 56, 12) +
    shine("M26 84c8-32 36-58 72-60-28 12-52 30-72 60Z", ".45"),
  ball:
    disc("#fff", 100, 100, 90) +
    shape(
      "ink",
      "M100 62l36 26-14 42H78L64 88ZM100 10c14 0 24 2 34 6l-34 22-34-22c10-4 20-6 34-6ZM12 86c2-20 14-40 28-54l12 38-32 24ZM188 86c-2-20-14-40-28-54l-12 38 32 24ZM44 170c-12-12-18-22-24-36h40l12 32ZM156 170c12-12 18-22 24-36h-40l-12 32Z",
    ) +
    line("#20263f", 5, "M100 38v24M52 70l14 18M148 70l-14 18M78 130l-8 30M122 130l8 30") +
    shade("M164 40c20 60-20 130-100 142 60 24 126-14 126-82 0-24-10-44-26-60Z", ".16") +
    shine("M30 72c14-30 40-46 66-46-28 8-50 22-66 46Z", ".9"),
  hoop:
    disc("orange", 100, 100, 90) +
    line("#5a2406", 7, "M100 10v180M10 100h180M36 38c40 30 40 94 0 124M164 38c-40 30-40 94 0 124") +
    shine("M26 76c12-32 38-52 70-54-30 10-52 28-70 54Z", ".6") +
    shade("M168 44c20 60-20 130-104 138 60 24 126-14 126-82 0-22-8-42-22-56Z", ".2"),
  balls:
    ball("gold", 100, 58, 50, "M94 46l8-6v36") +
    ball("red", 52, 134, 50, "M42 120h20l-12 30") +
    ball("blue", 148, 134, 50, "M138 122c4-8 20-6 18 6-2 8-14 14-18 22h20"),
  rocket:
    shape("fire", "M72 142c-22 6-40 26-52 54 28-4 52-18 66-38Z") +
    shape("gold", "M76 148c-14 6-24 16-32 32 18-4 32-12 42-24Z") +
    shape("red", "M84 82c-32-2-54 14-64 46 20-8 34-8 48-2ZM118 116c2 32-14 54-46 64 8-20 8-34 2-48Z") +
    shape("steel", "M64 120C76 62 120 16 192 8c-8 72-54 116-112 128Z") +
    shape("red", "M192 8c-30 2-52 10-70 22l48 48C182 60 190 38 192 8Z") +
    disc("gold", 124, 76, 25) +
    disc("blue", 124, 76, 18) +
    disc("#fff", 118, 70, 6) +
    shine("M76 116c10-40 34-70 72-90-30 26-50 56-60 100Z", ".7") +
    shape("ink", "M60 118l22 22-10 8-20-20Z"),
  parol:
    line("#f0436a", 7, "M30 150c-6 14-4 26-14 44M40 156c-2 14 2 24-4 38M170 150c6 14 4 26 14 44M160 156c2 14-2 24 4 38") +
    disc("gold", 38, 146, 9) +
    disc("gold", 162, 146, 9) +
    disc("none", 100, 92, 80, 'stroke="#ffd667" stroke-width="7"') +
    around(5, 100, 92, shape("red", "M100 92L78 62l22-62Z") + shape("gold", "M100 92l22-30-22-62Z")) +
    around(5, 100, 92, disc("teal", 100, 148, 6)) +
    disc("ivory", 100, 92, 21) +
    around(8, 100, 92, shape("pink", "M100 92l-5-11 5-8 5 8Z")),
  mask:
    both(
      shape("teal", "M96 60C84 36 66 10 40 4c2 26 16 46 40 58ZM86 66C66 54 40 44 14 52c12 20 34 28 58 24Z") + disc("gold", 45, 20, 6) + disc("gold", 30, 58, 6),
    ) +
    shape("pink", "M100 52c0-14 10-30 0-50-10 20 0 36 0 50Z") +
    shape("gold", "M100 66c34-10 66-10 92 4 0 54-34 84-70 70-10-4-16-10-22-18-6 8-12 14-22 18C42 154 8 124 8 70c26-14 58-14 92-4Z") +
    both(
      shape("#240a3a", "M84 100c-14-18-40-20-56-6 8 22 42 28 56 6Z") +
        line("red", 5, "M22 84c18-14 44-12 64 2") +
        disc("red", 44, 126, 6) +
        disc("teal", 64, 132, 5),
    ) +
    shape("red", "M100 74l10 14-10 14-10-14Z") +
    shine("M20 76c18-8 44-10 64-4-22 0-44 2-64 4Z", ".8") +
    both(line("#ff9adf", 6, "M24 132c-8 16-4 34-14 52")),
  sword: `<g transform="matrix(1.24 0 0 1.24 -24 -24)">${tilted(38, 100, 100, blade)}${tilted(-38, 100, 100, blade)}${shape("gold", "M100 48c18 12 36 16 52 16 2 50-16 84-52 102-36-18-54-52-52-102 16 0 34-4 52-16Z")}${shape("blue", "M100 62c14 8 26 12 40 12 0 38-12 62-40 78-28-16-40-40-40-78 14 0 26-4 40-12Z")}${shade("M100 62c14 8 26 12 40 12 0 38-12 62-40 78Z", ".3")}${shape("gold", starPath(100, 104, 5, 26, 11))}</g>`,
  temple:
    shape(
      "red",
      "M100 4c14 20 40 30 72 32-8 14-20 18-32 18H60c-12 0-24-4-32-18C60 34 86 24 100 4ZM16 84c40-2 60-10 64-26h40c4 16 24 24 64 26-6 16-20 22-36 22H52c-16 0-30-6-36-22Z",
    ) +
    shape("gold", "M28 36l4 10h136l4-10c-4 14-16 20-32 20H60c-16 0-28-6-32-20ZM16 84l5 10h158l5-10c-6 18-20 24-36 24H52c-16 0-30-6-36-24Z") +
    shape("ivory", "M64 56h72v14H64ZM40 108h120v58H40Z") +
    shape("wood", "M84 122c0-16 32-16 32 0v44H84Z") +
    shape("red", "M46 108h13v58H46ZM141 108h13v58h-13ZM66 108h9v58h-9ZM125 108h9v58h-9Z") +
    shape("steel", "M28 164h144v12H28ZM14 176h172v14H14Z") +
    disc("gold", 100, 8, 8) +
    both(disc("orange", 36, 118, 9)),
  pyramid:
    disc("gold", 152, 48, 34) +
    shape("gold", "M88 24l86 160H10Z") +
    shape("wood", "M88 24l86 160h-68Z", 'opacity=".75"') +
    line("#c46200", 4, "M72 56h26M56 86h48M40 116h68M24 148h82") +
    shape("orange", "M152 112l46 72H112Z") +
    shade("M152 112l46 72h-40Z", ".3") +
    shape("#fff7c8", "M88 24l24 44-14-4-10 8-12-8-14 4Z") +
    shape("#20263f", "M66 110c12-16 34-16 44 0-10 14-32 14-44 0Z") +
    disc("gold", 88, 109, 8) +
    disc("#20263f", 88, 109, 3),
  potion:
    shape("purple", "M80 62h40c4 18 50 46 50 88 0 28-28 42-70 42s-70-14-70-42c0-42 46-70 50-88Z", 'opacity=".55"') +
    shape("green", "M42 128c30-14 86 14 116-2 4 8 6 16 6 24 0 24-26 36-64 36s-64-12-64-36c0-8 2-16 6-22Z") +
    disc("#eaffc0", 78, 152, 9) +
    disc("#eaffc0", 112, 162, 12) +
    disc("#eaffc0", 124, 140, 6) +
    shape("steel", "M78 26h44v40H78Z", 'opacity=".8"') +
    shape("wood", "M80 6h40v26H80Z") +
    shape("gold", "M72 60h56v12H72Z") +
    shine("M50 134c6-22 20-36 34-46-6 22-16 46-16 76-16-4-22-14-18-30Z", ".6") +
    shape("#fff", starPath(150, 60, 4, 24, 6)) +
    shape("#fff", starPath(44, 78, 4, 16, 4)),
  jeepney:
    shape("blue", "M20 48h116c18 0 26 8 30 24l4 12H14V58c0-6 2-10 6-10Z") +
    shape("gold", "M24 36h104v12H24Z") +
    shape("red", "M8 82h156l24 18c4 4 6 8 6 14v34H8Z") +
    shape("gold", "M8 100h168l16 6v8H8Z") +
    shape("teal", "M8 122h186v8H8Z") +
    shape("#dff6ff", "M26 58h26v24H26ZM60 58h26v24H60ZM94 58h26v24H94ZM128 58h14c8 0 14 8 16 24h-30Z") +
    shine("M26 58h14L28 82h-2ZM60 58h14L62 82h-2ZM94 58h14L96 82h-2Z", ".8") +
    shape("steel", "M4 140h190v14H4ZM176 112h16v16h-16Z") +
    both(disc("ink", 50, 156, 25) + disc("steel", 50, 156, 13) + disc("red", 50, 156, 5)) +
    disc("gold", 142, 34, 9) +
    line("steel", 5, "M142 44v10") +
    shine("M12 86h148l6 5H12Z", ".45"),
  guitar: tilted(
    38,
    100,
    100,
    shape("wood", "M92 4h16v92H92ZM86-16h28V8H86Z") +
      shape("orange", "M100 80c22-6 40 4 38 26-2 10-2 14 6 24 20 32-6 66-44 66s-64-34-44-66c8-10 8-14 6-24-2-22 16-32 38-26Z") +
      shade("M138 106c-2 10-2 14 6 24 20 32-6 66-44 66 26-6 40-34 26-60-8-20-8-40 8-46 4 4 4 10 4 16Z", ".2") +
      disc("#3a1a08", 100, 122, 18) +
      shape("wood", "M78 158h44v10H78Z") +
      line("#fff3d6", 2, "M95 0v160M100 0v160M105 0v160") +
      shine("M70 102c4-12 12-16 20-14-10 6-16 14-20 14ZM62 150c0-10 6-16 12-20-4 12-6 20-12 20Z", ".7"),
  ),
  planet:
    disc("purple", 100, 100, 66) +
    shape(
      "pink",
      "M38 78c40-6 84-4 124 4 4 8 4 16 4 24-44-10-88-12-132-6 0-8 2-16 4-22ZM44 134c36-6 74-4 108 6-6 8-12 14-20 18-24-6-48-8-72-6-6-4-12-10-16-18Z",
      'opacity=".75"',
    ) +
    shine("M46 76c12-26 36-40 62-38-28 8-46 20-62 38Z", ".65") +
    line("gold", 11, "M40 124c-28 18-42 34-34 42 12 12 70-14 118-50s76-74 66-86c-8-8-26-4-52 8") +
    shape("#fff", starPath(30, 42, 4, 22, 5)) +
    shape("#fff", starPath(172, 152, 4, 22, 5)) +
    disc("teal", 168, 100, 9) +
    disc("#fff", 48, 14, 4),
  ticket: tilted(
    -14,
    100,
    100,
    shape("gold", "M8 52h184v32c-18 2-18 30 0 32v32H8v-32c18-2 18-30 0-32Z") +
      shape("red", "M22 64h104v72H22Z") +
      shape("#fff3d6", starPath(74, 102, 5, 32, 14)) +
      line("#c46200", 5, "M140 62v10M140 82v10M140 102v10M140 122v12") +
      shape("#8a4206", "M154 70h24v8h-24zM154 122h24v8h-24z") +
      shine("M14 56h170v8H14Z", ".6"),
  ),
  wheel:
    shape("gold", "M86 168h28l24 28H62Z") +
    disc("gold", 100, 96, 90) +
    disc("#7c0428", 100, 96, 80) +
    around(4, 100, 96, shape("red", "M100 96V18c20 0 40 8 55 23Z") + shape("blue", "M100 96l55-55c15 15 23 34 23 55Z")) +
    around(8, 100, 96, disc("#fff3a0", 100, 12, 6)) +
    disc("gold", 100, 96, 22) +
    shape("ivory", starPath(100, 96, 5, 17, 7)) +
    shape("ivory", "M84 0h32l-16 36Z") +
    shine("M26 84c8-32 38-58 72-60-28 12-52 30-72 60Z", ".4"),
} as const;
