import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { type CoverGame, coverAddress, coverDigest } from "./address.ts";
import { drawCover } from "./covers.ts";
import { drawLetters, facesRead, LETTERINGS } from "./lettering.ts";
import { drawMark } from "./marks.ts";
import { paletteNames, palettes } from "./scenery.ts";
import { motifOf, motifsNamed } from "./words.ts";

const BYTES_MAX = 9_000;
const first = ["Golden", "Lucky", "Royal", "Wild", "Ocean", "Thunder", "Secret", "Happy", "Silver", "Neon", "Mystic", "Island"];
const second = ["Dragon", "Tiger", "Mango", "Rocket", "Crown", "Gem", "Fish", "Shark", "Lantern", "Bell"].concat([
  "Seven",
  "Clover",
  "Panda",
  "Phoenix",
  "Volcano",
  "Temple",
  "Wheel",
  "Pearl",
  "Jeepney",
  "Mask",
]);
const types = ["RNG", "LIVE", "FISH", "PVP", "SPORTS", "COCKFIGHT", "ELOTT", "unheard of"];

/** No two of the first 240 have one name; after that a number makes it another. */
const seeded = (at: number, gameType = "RNG"): CoverGame => ({
  nodeId: 10_001 + at,
  name: `${first[at % 12]} ${second[(at * 7) % 20]}${at >= 60 ? ` ${at}` : ""}`,
  gameType,
  lettering: Math.floor(at / 20) % LETTERINGS,
});

/** What a browser would not draw as it was meant: a name used twice, one that nothing has, an open element, or a number that is none. */
function faultsOf(svg: string): string[] {
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
  const asked = [...svg.matchAll(/(?:url\(|href=")#([^")]+)/g)].map(([, id]) => id ?? "");
  const open: string[] = [];
  for (const [, closing, name = "", own] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (closing === "/" ? open.pop() !== name : false) return [`</${name}> closes nothing`];
    if (closing === "" && own === "") open.push(name);
  }
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} twice`),
    ...asked.filter((id) => !ids.includes(id)).map((id) => `${id} nowhere`),
    ...open,
    ...(svg.match(/NaN|undefined|Infinity|<(?:filter|mask|pattern|image|text|script)/g) ?? []),
    ...(svg.match(/ d="[^"]*\.\d[^"]*"/g) ?? []),
  ];
}

test("a thousand covers are drawn the same twice, in whole numbers, without fault, and none weighs more than 9 KB; each face is read once", () => {
  let bytes = 0;
  for (let at = 0; at < 1_000; at++) {
    const game = seeded(at, types[at % types.length]);
    const cover = drawCover(game);
    expect(drawCover({ ...game })).toBe(cover);
    expect(faultsOf(cover), game.name).toEqual([]);
    bytes = Math.max(bytes, cover.length);
  }
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  expect(bytes).toBeGreaterThan(6_000);
  expect(facesRead()).toBe(LETTERINGS);
});

/** What lies in the middle of each row of eight on many covers: light, warmth, green. */
const middles = [
  [386, -34, -48],
  [417, 23, -30],
  [403, 56, -21],
  [378, 55, -32],
  [322, -5, -45],
  [209, -37, -45],
  [304, 4, -5],
  [142, -10, -24],
] as const;
const WEAVE = [0, 1, 0, 2] as const;

/** 64 bits of a picture of 8 by 8: whether a place is lighter, or its colour warmer or greener, than the middle of its row. */
async function lookOf(svg: string): Promise<boolean[]> {
  const pixels = await sharp(Buffer.from(svg)).resize(8, 8, { fit: "fill" }).removeAlpha().raw().toBuffer();
  return Array.from({ length: 64 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 3, at * 3 + 3);
    const row = at >> 3;
    const kind = WEAVE[(at + row) % WEAVE.length] ?? 0;
    return ([red + green + blue, red - blue, 2 * green - red - blue][kind] ?? 0) > (middles[row]?.[kind] ?? 0);
  });
}

test("of two hundred covers drawn as small as eight by eight no two look alike", async () => {
  const looks = await Promise.all(Array.from({ length: 200 }, (_, at) => lookOf(drawCover(seeded(at)))));
  const alike: string[] = [];
  for (const [one, look] of looks.entries())
    for (let other = 0; other < one; other++) {
      const apart = look.filter((bit, at) => bit !== looks[other]?.[at]).length;
      if (apart < 6) alike.push(`${seeded(one).name} / ${seeded(other).name}: ${apart}`);
    }
  expect(alike).toEqual([]);
});

test("what a cover shows is among what its name names", () => {
  const shown = (name: string) => / id="m-(\w+)"/.exec(drawCover({ nodeId: 10_007, name, gameType: "RNG", lettering: 1 }))?.[1];
  for (let at = 0; at < 240; at++) expect(motifsNamed(seeded(at).name)).toContain(shown(seeded(at).name));
  expect(
    ["Ocean King", "Rocket Rush", "Butterfly Garden", "Zombie Night", "Sabong Champion", "Lucky Pandas", "Perlas ng Dagat", "Kalabaw Charge"].map(shown),
  ).toEqual(["wave", "rocket", "butterfly", "skull", "rooster", "panda", "pearl", "bull"]);
});

test("a name that shows nothing takes what its class or type stands for, and an officer's choice goes before all", () => {
  const game = { nodeId: 10_008, name: "Xyzzy", lettering: 2 };
  expect(motifOf({ ...game, gameType: "COCKFIGHT" })).toBe("rooster");
  expect(motifOf({ ...game, gameType: "RNG", classes: ["BG"] })).toBe("balls");
  expect(motifOf({ ...game, name: "Tiger Prowl", gameType: "RNG", motif: "lotus" })).toBe("lotus");
  expect(motifOf({ ...game, name: "Tiger Prowl", gameType: "RNG", motif: "no such drawing" })).toBe("tiger");
});

test("neighbours in a list have another night and another style", () => {
  const skyOf = (nodeId: number) =>
    /id="sky"[^>]*><stop stop-color="([^"]+)"/.exec(drawCover({ nodeId, name: "Bell", gameType: "RNG", lettering: 0, motif: "coins" }))?.[1];
  const skies = Array.from({ length: 160 }, (_, at) => skyOf(10_001 + at));
  expect(skies.filter((sky, at) => at > 0 && sky === skies[at - 1])).toEqual([]);
  expect(new Set(skies).size).toBe(paletteNames.length);
});

test("any name is drawn: none, signs the faces lack, the longest, and one that is markup", () => {
  for (const name of ["", "麻雀", "Tala ✨ Ñiña", "Wilhelmina ".repeat(6), "W".repeat(64), "<script>\"&'</script>"])
    for (let lettering = 0; lettering < LETTERINGS; lettering++) {
      const cover = drawCover({ nodeId: 10_003 + lettering, name, gameType: "LIVE", lettering });
      expect(faultsOf(cover), name).toEqual([]);
      expect(cover.length, name).toBeLessThanOrEqual(BYTES_MAX);
    }
});

test("a name stays inside its cover and below its motif", () => {
  const block = { x: 300, foot: 748, width: 536, height: 206, sizeMax: 140, bytesMax: 4_400 };
  for (const bend of ["straight", "arched", "slanted"] as const)
    for (let lettering = 0; lettering < LETTERINGS; lettering++) {
      const { path, top } = drawLetters({ ...block, text: "Typhoon of the Golden Jeepney", lettering, bend });
      const starts = [...path.matchAll(/M(-?\d+)[ ]?(-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
      expect(starts.length).toBeGreaterThan(20);
      expect(Math.min(...starts.map(([x]) => x))).toBeGreaterThan(10);
      expect(Math.max(...starts.map(([x]) => x))).toBeLessThan(590);
      expect(Math.min(...starts.map(([, y]) => y))).toBeGreaterThan(top - 40);
      expect(Math.max(...starts.map(([, y]) => y))).toBeLessThan(795);
    }
});

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
function lightOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("every colour of the letters stands off from the rim around them by more than 4.5 to 1", () => {
  const used = new Set<string>();
  for (let nodeId = 10_001; nodeId < 10_200; nodeId++) {
    const stops = /id="letters".*?<\/linearGradient>/.exec(drawCover({ nodeId, name: "Bell", gameType: "RNG", lettering: 0 }))?.[0] ?? "";
    for (const [, color] of stops.matchAll(/stop-color="(#[0-9a-f]{6})"/g)) used.add(color ?? "");
  }
  expect(used.size).toBeGreaterThan(8);
  for (const { deep } of Object.values(palettes))
    for (const ink of used) expect((lightOf(ink) + 0.05) / (lightOf(deep) + 0.05), `${ink} on ${deep}`).toBeGreaterThan(4.5);
});

test("a cover's address changes with whatever is drawn of the game, and with nothing else", () => {
  const game: CoverGame = { nodeId: 1001, name: "Dice", gameType: "BGS", classes: [], features: [], lettering: 0, motif: null, houseCode: "DICE" };
  const changed: Partial<CoverGame>[] = [
    { nodeId: 1003 },
    { name: "Dices" },
    { gameType: "PVP" },
    { classes: ["AC"] },
    { features: ["wilds"] },
    { lettering: 1 },
    { motif: "die" },
    { houseCode: "MANGO_RUSH" },
  ];
  expect(new Set([game, ...changed.map((change) => ({ ...game, ...change }))].map(coverDigest)).size).toBe(changed.length + 1);
  const popular = { ...game, popularity: 7 };
  expect(coverDigest(popular)).toBe(coverDigest(game));
  expect(coverDigest({ nodeId: 1001, name: "Dice", gameType: "BGS", lettering: 0, houseCode: "DICE" })).toBe(coverDigest(game));
  expect(coverAddress(game)).toBe(`/TCG_GAME_ICONS/1001.svg?v=${coverDigest(game)}`);
});

test("who changes a drawing raises DRAWING in address.ts, or browsers keep the old one for a year", () => {
  const everything = [
    ...Array.from({ length: 300 }, (_, at) => drawCover(seeded(at, types[at % types.length]))),
    ...["BGS", "AG", "LOTUS"].map((code) => drawMark({ code })),
  ];
  const state = createHash("sha256").update(everything.join("\n")).digest("hex").slice(0, 16);
  expect({ digest: coverDigest(seeded(0)), state }).toEqual({ digest: "ielqGkJ4KBfJ", state: "df45268954738cc3" });
});

test("a vendor's mark is the same twice, light, without fault, and another vendor's is another", () => {
  const codes = ["PT", "RTG", "ISB", "MG", "PNG", "CQ9", "LOTUS", "TCG_LOTTO_VN", "BGS"];
  const marks = codes.map((code) => drawMark({ code }));
  expect(codes.map((code) => drawMark({ code }))).toEqual(marks);
  expect(marks.flatMap(faultsOf)).toEqual([]);
  expect(Math.max(...marks.map((mark) => mark.length))).toBeLessThan(5_000);
  expect(new Set(marks).size).toBe(codes.length);
});
