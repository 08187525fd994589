/** Letters of other scripts, digits and signs that are drawn like a letter; both sides are folded, so one letter may stand for several. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "|": "i",
  "!": "i",
  l: "i",
  j: "i",
  z: "s",
  а: "a",
  в: "b",
  е: "e",
  ё: "e",
  з: "e",
  і: "i",
  ї: "i",
  ј: "i",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  ѕ: "s",
  т: "t",
  у: "y",
  х: "x",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  α: "a",
  β: "b",
  ε: "e",
  η: "n",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  σ: "o",
  τ: "t",
  υ: "u",
  χ: "x",
  ı: "i",
  ł: "i",
  ø: "o",
  đ: "d",
};

/** As the eye takes a name: full-width, marked, foreign and turned letters become plain, doubled ones single, and what is no letter goes. */
function fold(name: string): string {
  const plain = [...name.normalize("NFKD").toLowerCase()].map((sign) => LOOK_ALIKES[sign] ?? sign).join("");
  return plain
    .replaceAll(/[^a-z]/g, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("ci", "d")
    .replaceAll(/(.)\1+/g, "$1");
}

/** Nobody but staff is called so, alone or at either end of a name. */
const STAFF_WORDS = [
  "admin",
  "administrator",
  "operator",
  "support",
  "moderator",
  "official",
  "helpdesk",
  "customerservice",
  "customercare",
  "webmaster",
  "superuser",
  "sysadmin",
  "pagcor",
  "auditor",
].map(fold);
/** Ordinary words, which only alone, or beside the house's name, sound like staff. */
const OFFICE_WORDS = [
  "staff",
  "team",
  "help",
  "service",
  "finance",
  "cashier",
  "security",
  "compliance",
  "system",
  "root",
  "manager",
  "officer",
  "supervisor",
  "owner",
  "mod",
  "dealer",
  "bank",
  "risk",
  "info",
].map(fold);

/** Whether a name could be taken for someone's of the house, such as `Adm1n`, `laro_support` or `ѕtaff`; `brand` is the house's own. */
export function looksLikeStaff(name: string, brand: string): boolean {
  const house = fold(brand);
  const [whole, withoutNumber] = [fold(name), fold(name.replace(/[\d_.-]+$/u, ""))];
  return [whole, withoutNumber].some(
    (folded) =>
      STAFF_WORDS.some((word) => folded.startsWith(word) || folded.endsWith(word)) ||
      [house, ...OFFICE_WORDS, ...OFFICE_WORDS.flatMap((word) => [house + word, word + house])].includes(folded),
  );
}

/** A person's name as it is compared: without case, spaces and the marks on letters. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}\s]/gu, "")
    .toLowerCase();
