import { around, both, disc, line, oval, shade, shape, shine, starPath } from "./pen.ts";

const coin = (x: number, y: number): string => oval("wood", x, y + 7, 36, 13) + oval("gold", x, y, 36, 13) + oval("#c46200", x, y, 23, 7, 'opacity=".35"');

/** The eight holes of a horseshoe. */
const nails = both([34, 46, 78, 42].map((x, at) => disc("#5a2406", x, [92, 56, 34, 126][at] ?? 0, 6)).join(""));

/** What is won, each on a field of 200 by 200. */
export const treasureMotifs = {
  crown:
    shape("gold", "M24 150L8 54l50 40 42-72 42 72 50-40-16 96Z") +
    shape("#c46200", "M100 22l42 72 50-40-16 96h-40Z", 'opacity=".35"') +
    shine("M22 70l32 28-20 40ZM100 36L74 88l10 44Z", ".5") +
    shape("gold", "M22 148h156v26c-50 14-106 14-156 0Z") +
    shade("M22 148h156v7H22Z", ".25") +
    disc("red", 100, 18, 13) +
    disc("blue", 9, 50, 10) +
    disc("blue", 191, 50, 10) +
    shape("red", "M100 104l17 20-17 20-17-20Z") +
    disc("teal", 60, 126, 9) +
    disc("teal", 140, 126, 9) +
    both(disc("pink", 48, 164, 8)) +
    disc("blue", 100, 166, 9) +
    disc("#fff", 96, 13, 4),
  gem:
    shape("blue", "M46 34h108l40 48-94 104L6 82Z") +
    shape("#d8f8ff", "M46 34h108l-26 48H72Z") +
    shape("#7fdcff", "M46 34L6 82h66Z") +
    shape("#3fa9f8", "M154 34l40 48h-66Z") +
    shape("#1567d6", "M128 82h66l-94 104Z") +
    shape("#4fbcff", "M72 82h56l-28 104Z") +
    shape("#2a86ea", "M6 82h66l28 104Z") +
    shine("M58 40h34L66 76H20Z", ".75") +
    shape("#fff", starPath(156, 46, 4, 34, 6)) +
    shape("#fff", starPath(40, 116, 4, 18, 4)),
  ruby:
    shape("red", "M60 14h80l46 46v80l-46 46H60l-46-46V60Z") +
    shape("#ff8a90", "M60 14h80l-22 42H82Z") +
    shape("#ff5b6b", "M60 14L14 60l42 22 26-26Z") +
    shape("#d81a3c", "M140 14l46 46-42 22-26-26Z") +
    shape("#a80d33", "M186 60v80l-42-22V82ZM186 140l-46 46-22-42 26-26Z") +
    shape("#7c0428", "M140 186H60l22-42h36Z") +
    shape("#c41238", "M60 186l-46-46 42-22 26 26Z") +
    shape("#f0324e", "M14 60v80l42-22V82Z") +
    shape("#ff4b62", "M82 56h36l26 26v36l-26 26H82l-26-26V82Z") +
    shine("M84 62h26L66 110V82Z", ".6") +
    shape("#fff", starPath(150, 40, 4, 34, 6)),
  coins:
    coin(56, 172) +
    coin(56, 157) +
    coin(56, 142) +
    coin(144, 172) +
    coin(144, 157) +
    coin(100, 178) +
    coin(100, 163) +
    coin(100, 148) +
    coin(100, 133) +
    disc("wood", 106, 66, 59) +
    disc("gold", 100, 64, 59) +
    disc("#c46200", 100, 64, 46, 'opacity=".45"') +
    disc("gold", 102, 66, 43) +
    shape("#8a4206", starPath(102, 68, 5, 32, 14)) +
    shape("#fff3a0", starPath(99, 65, 5, 32, 14)) +
    shine("M48 58c2-26 24-46 50-46-20 10-34 26-50 46Z", ".8"),
  chest:
    disc("#fff3a0", 100, 78, 56, 'opacity=".55"') +
    disc("gold", 66, 92, 20) +
    disc("gold", 98, 84, 22) +
    disc("gold", 132, 92, 20) +
    shape("red", "M78 92l14-18 14 18-14 18Z") +
    shape("teal", "M112 96l10-14 10 14-10 12Z") +
    shape("wood", "M20 68c4-42 30-54 80-54s76 12 80 54l-14 14C160 52 142 40 100 40S40 52 34 82Z") +
    shape("gold", "M92 14h16v28H92ZM40 26l14-6 6 28-14 10ZM160 26l-14-6-6 28 14 10Z") +
    shape("wood", "M20 98h160l-8 84H28Z") +
    shape("gold", "M14 92h172v16H14ZM42 108h16l4 74H46ZM142 108h16l-4 74h-16Z") +
    line("#3a1a08", 4, "M62 132h76M62 156h76") +
    shape("gold", "M84 100h32v30c0 12-32 12-32 0Z") +
    disc("#3a1a08", 100, 114, 7) +
    shade("M98 116h4l4 14H94Z", ".7") +
    shape("#fff", starPath(126, 74, 4, 22, 5)),
  bell:
    line("gold", 10, "M88 24a12 12 0 1 1 24 0") +
    shape("gold", "M100 24c42 0 54 36 58 72 2 24 8 36 24 48v12H18v-12c16-12 22-24 24-48 4-36 16-72 58-72Z") +
    shape("#c46200", "M112 26c34 6 44 38 48 70 2 24 8 36 22 48v12h-44c0-40-6-96-26-130Z", 'opacity=".4"') +
    shape("gold", "M12 144h176c6 0 6 20 0 20H12c-6 0-6-20 0-20Z") +
    disc("wood", 100, 172, 18) +
    shine("M62 130c0-40 6-74 28-90-8 26-12 56-14 90Z", ".7") +
    both(shape("red", "M98 36C80 22 60 22 50 34c10 18 30 20 48 2Z")) +
    disc("red", 100, 36, 9),
  seven:
    shape("#5a0420", "M26 36h160v44L116 194H58l54-106H26Z") +
    shape("gold", "M16 18h168v48L110 182H44l58-110H16Z") +
    shape("red", "M28 30h144v34l-68 106H62l58-110H28Z") +
    shine("M32 34h136v12H32Z", ".55") +
    shine("M142 68l-58 96H74l54-96Z", ".25") +
    shape("#fff", starPath(166, 34, 4, 32, 6)) +
    shape("#fff", starPath(58, 152, 4, 20, 4)),
  clover:
    line("green", 13, "M102 108c0 30 8 56 28 82") +
    around(4, 100, 92, shape("green", "M100 92C64 70 54 46 60 28c6-18 30-20 40-2 10-18 34-16 40 2 6 18-4 42-40 64Z") + line("#0a6b36", 4, "M100 84V46")) +
    shine("M68 34c6-8 18-8 24 0-10 2-18 6-20 18-6-4-8-12-4-18ZM34 76c4-8 14-12 20-8-10 6-14 12-12 22-8-2-12-8-8-14Z", ".6") +
    disc("#eaffc0", 142, 66, 6) +
    disc("#eaffc0", 128, 132, 5),
  trophy:
    both(line("gold", 13, "M58 44H26c-4 40 14 58 44 62")) +
    shape("gold", "M48 20h104c0 60-14 104-52 108-38-4-52-48-52-108Z") +
    shape("#c46200", "M118 20h34c0 60-14 104-52 108 14-18 20-60 18-108Z", 'opacity=".4"') +
    shine("M58 28h16c0 40 4 64 14 84-20-14-30-44-30-84Z", ".7") +
    oval("gold", 100, 21, 52, 9) +
    oval("#8a4206", 100, 22, 42, 5) +
    shape("gold", "M90 124h20v24c14 2 22 8 24 16H66c2-8 10-14 24-16Z") +
    shape("wood", "M52 162h96v26H52Z") +
    shape("gold", "M76 168h48v12H76Z") +
    shape("red", starPath(100, 70, 5, 27, 12)),
  pot:
    disc("gold", 60, 62, 19) +
    disc("gold", 100, 48, 22) +
    disc("gold", 140, 62, 19) +
    disc("gold", 80, 34, 15) +
    disc("gold", 122, 30, 14) +
    disc("#fff3a0", 94, 42, 8) +
    disc("#fff3a0", 56, 57, 6) +
    shape("ink", "M36 74h128c36 44 24 112-64 112S0 118 36 74Z") +
    shine("M36 92c-18 30-12 62 14 78-14-30-10-56 4-78Z", ".3") +
    shape("ink", "M24 62h152c10 0 10 22 0 22H24c-10 0-10-22 0-22Z") +
    shine("M28 66h144v5H28Z", ".35") +
    shape("gold", starPath(100, 132, 5, 32, 14)) +
    shine("M96 108l-6 18-20 2 22 4Z", ".6"),
  horseshoe:
    shape(
      "gold",
      "M60 188H30c0-10 6-14 6-24C10 130 4 86 22 54 38 26 66 12 100 12s62 14 78 42c18 32 12 76-14 110 0 10 6 14 6 24h-30c-8-8-8-20-4-30 22-30 30-60 18-84-8-20-28-30-54-30S54 54 46 74c-12 24-4 54 18 84 4 10 4 22-4 30Z",
    ) +
    line("#c46200", 7, "M44 158C22 126 14 90 28 62c12-24 38-38 72-38s60 14 72 38c14 28 6 64-16 96") +
    nails +
    shape(
      "green",
      "M100 118c-22-10-30-24-22-36 8-10 18-6 22 4 4-10 14-14 22-4 8 12 0 26-22 36ZM100 118c-10 22-24 30-36 22-10-8-6-18 4-22 8-2 20-2 32 0ZM100 118c10 22 24 30 36 22 10-8 6-18-4-22-8-2-20-2-32 0Z",
    ) +
    line("green", 6, "M100 118c0 20 4 30 10 42") +
    shine("M34 66c10-22 34-36 60-38-26-8-62 10-60 38Z", ".7"),
} as const;
