/** A thing of our own drawing on a night sky, as SVG: no words, no company's art. */
const drawn = (thing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><defs><radialGradient id="n" cx="50%" cy="35%" r="80%"><stop offset="0" stop-color="#2a2152"/><stop offset="1" stop-color="#070b18"/></radialGradient></defs><rect width="800" height="600" fill="url(#n)"/><circle cx="400" cy="300" r="230" fill="#ffb627" opacity=".14"/>${thing}</svg>`;

const umbrella = `<path d="M180 310a220 190 0 0 1 440 0q-37-34-73 0-37-34-74 0-36-34-73 0-37-34-73 0-37-34-74 0-36-34-73 0z" fill="#f0436a"/><path d="M400 120v-24M400 310v150a34 34 0 0 0 68 0" fill="none" stroke="#f3f1ea" stroke-width="16" stroke-linecap="round"/><path d="M327 310a73 190 0 0 1 146 0" fill="none" stroke="#14081a" stroke-width="6" opacity=".5"/>`;
const mug = `<rect x="260" y="180" width="220" height="260" rx="26" fill="#f3f1ea"/><path d="M480 230h40a60 60 0 0 1 0 140h-40" fill="none" stroke="#f3f1ea" stroke-width="28"/><rect x="260" y="180" width="220" height="30" rx="15" fill="#38a3f5"/><path d="M370 260l18 40 42 4-32 28 10 42-38-24-38 24 10-42-32-28 42-4z" fill="#ffb627"/>`;
const bag = `<path d="M240 250h320l-24 250H264z" fill="#22c493"/><path d="M320 250v-40a80 80 0 0 1 160 0v40" fill="none" stroke="#f3f1ea" stroke-width="18"/><path d="M252 360h296" stroke="#07231b" stroke-width="10" opacity=".5"/><circle cx="400" cy="400" r="46" fill="#ffb627"/>`;
const speaker = `<rect x="280" y="120" width="240" height="380" rx="40" fill="#38a3f5"/><circle cx="400" cy="380" r="84" fill="#062033"/><circle cx="400" cy="380" r="34" fill="#ffb627"/><circle cx="400" cy="220" r="46" fill="#062033"/><circle cx="400" cy="220" r="18" fill="#f3f1ea"/>`;

interface PlannedItem {
  readonly code: string;
  readonly svg: string;
  readonly words: Readonly<Record<"EN" | "TY", { readonly name: string; readonly description: string }>>;
  readonly group: string;
  readonly units: string;
  readonly points: number;
  readonly amountMinor: bigint;
  readonly stock: number | null;
  readonly perMember: number | null;
}

/** What the sandbox's mall offers. */
export const mallItems: readonly PlannedItem[] = [
  {
    code: "umbrella",
    svg: drawn(umbrella),
    words: {
      EN: { name: "Folding umbrella", description: "Opens with one press, fits into a bag." },
      TY: { name: "Payong na natitiklop", description: "Isang pindot para bumukas, kasya sa bag." },
    },
    group: "Rainy days",
    units: "piece",
    points: 800,
    amountMinor: 0n,
    stock: 40,
    perMember: 2,
  },
  {
    code: "mug",
    svg: drawn(mug),
    words: {
      EN: { name: "Enamel mug", description: "300 ml, for coffee at dawn." },
      TY: { name: "Enamel na tasa", description: "300 ml, pang-kape sa umaga." },
    },
    group: "At home",
    units: "piece",
    points: 500,
    amountMinor: 0n,
    stock: 120,
    perMember: null,
  },
  {
    code: "bag",
    svg: drawn(bag),
    words: {
      EN: { name: "Canvas bag", description: "Strong cotton, 12 litres." },
      TY: { name: "Canvas na bag", description: "Matibay na cotton, 12 litro." },
    },
    group: "At home",
    units: "piece",
    points: 600,
    amountMinor: 0n,
    stock: null,
    perMember: 3,
  },
  {
    code: "speaker",
    svg: drawn(speaker),
    words: {
      EN: { name: "Small speaker", description: "Plays twelve hours without a cable." },
      TY: { name: "Maliit na speaker", description: "Tumutugtog nang 12 oras kahit walang kable." },
    },
    group: "At home",
    units: "piece",
    points: 9_000,
    amountMinor: 5_000_00n,
    stock: 5,
    perMember: 1,
  },
];

interface PlannedRedeem {
  readonly code: string;
  readonly agoMs: number;
  readonly becomes: "inProcess" | "sent" | "rejected";
  readonly remark: string;
}

const HOUR_MS = 3_600_000;

/** What the demo player redeemed on the last day, one in each status: lines of points stand in the order of their time. */
export const mallRedeems: readonly PlannedRedeem[] = [
  { code: "umbrella", agoMs: 18 * HOUR_MS, becomes: "sent", remark: "Sent with today's parcels" },
  { code: "bag", agoMs: 10 * HOUR_MS, becomes: "rejected", remark: "Nobody carries parcels to this address. Please name another." },
  { code: "mug", agoMs: 2 * HOUR_MS, becomes: "inProcess", remark: "" },
];

/** What the demo player won, so that there is something to redeem and to convert. */
export const POINTS_WON = 5_000n;
export const WON_AGO_MS = 20 * HOUR_MS;
