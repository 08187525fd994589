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

/** Each sign of the first as the letter of the second at its place, in small letters as a name is compared in. */
const drawnLike = (signs: string, letters: string): readonly (readonly [string, string])[] =>
  [...signs].map((sign, at) => [sign.toLowerCase(), letters[at]!] as const);

/** Whole alphabets that are drawn like ours: small capitals, hooked and turned letters of Latin, more of Cyrillic, Armenian, Cherokee, Lisu. */
const ALPHABETS: ReadonlyMap<string, string> = new Map([
  ...drawnLike("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
  ...drawnLike("ɑɐɓƅðɖɗɛǝəƒɡɠħɦɩȷƙɫɭɱɲŋɔɵƥɹɾɽʂŧʈʇʊʋʌʍʎƴ", "aabbdddeeefgghhijkllmnnooprrrstttuvvwyy"),
  ...drawnLike("гпияшщһӏѵүғԍҫҟ", "rnnrwwhivyfgck"),
  ...drawnLike("ոռսօհցզյքտլ", "nnuohgqjpsl"),
  ...drawnLike("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏴ", "drtiajewmhyoghzbrwsvslcpkdgb"),
  ...drawnLike("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"),
]);

/** Letters in boxes, discs and flags, which Unicode does not call letters of ours: each alphabet begins here. */
const FRAMED_BEGIN = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The letter of ours that a sign is drawn like, else the sign itself. */
function plainLetter(sign: string): string {
  const point = sign.codePointAt(0)!;
  const begin = FRAMED_BEGIN.find((first) => point >= first && point < first + LETTERS.length);
  const letter = begin === undefined ? (ALPHABETS.get(sign) ?? sign) : LETTERS[point - begin]!;
  return LOOK_ALIKES[letter] ?? letter;
}

/** As the eye takes a name: full-width, framed, marked, foreign and turned letters become plain, doubled ones single, and what is no letter goes. */
function fold(name: string): string {
  const plain = [...name.normalize("NFKD").toLowerCase()].map(plainLetter).join("");
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
