// The strips, lines and pays of the slots. A strip is read downwards and closed; a line names the row it crosses on each reel, 0 at the top; `pays[symbol][count]`
// is what so many from the left pay, in coins. Symbols stand in the order of `letters`.
const TWENTY = "11111 00000 22222 01210 21012 10001 12221 00122 22100 10121 12101 01110 21112 01010 21212 11011 11211 00200 22022 02220";
const TEN = TWENTY.split(" ").slice(0, 10);
const linesOf = (lines) => lines.split(" ");

export const mango = {
  letters: "MP7DCFJSG",
  wild: "M",
  scatter: "P",
  lines: linesOf(TWENTY),
  strips: [
    "MMMCCDJJCC77FGGCGJJGGJJPSCCGGJGG",
    "MMMSPSSDDJSSFGFFSS77DDPSSFFDFFDDC",
    "MMMPSJJDDCCGGJJPFFGGSS77DCSSFFG",
    "MMMDSS77GGSSCCFFGJJFFCSJJGGPDDP",
    "MMMSFFSSGGCJJ77GGCCDDSSDJJPGFF",
  ],
  pays: [
    [0, 0, 0, 50, 250, 2000],
    [],
    [0, 0, 0, 20, 75, 600],
    [0, 0, 0, 12, 40, 200],
    [0, 0, 0, 10, 30, 100],
    [0, 0, 0, 10, 25, 80],
    [0, 0, 0, 6, 20, 75],
    [0, 0, 0, 5, 15, 50],
    [0, 0, 0, 4, 10, 40],
  ],
  scatterPays: [0, 0, 0, 40, 200, 2000],
};

const FIESTA_PAYS = [
  [0, 0, 0, 60, 250, 1000],
  [],
  [0, 0, 0, 50, 200, 600],
  [0, 0, 0, 40, 120, 400],
  [0, 0, 0, 25, 80, 250],
  [0, 0, 0, 10, 30, 100],
  [0, 0, 0, 8, 25, 80],
  [0, 0, 0, 6, 20, 60],
  [0, 0, 0, 5, 15, 50],
];

export const fiesta = {
  letters: "WDKGMRTYP",
  wild: "W",
  scatter: "D",
  lines: linesOf(TWENTY),
  strips: [
    "YYRRPPWYYKKPPPDTTRRMRRPPMTTG",
    "RRYYKKYYTTRRPPDMRRTTYYYWGTTPP",
    "WYYPPPMPPRRRPPTTKKYYRRRTTGDG",
    "TTRRMMPPPYYYMGGRRKKTTTYYYWDPPP",
    "GPPMKYYRRPPTTRRDGWYYYTTPPRRR",
  ],
  pays: FIESTA_PAYS,
  scatterPays: [0, 0, 0, 40, 200, 1000],
};

export const fiestaFree = {
  ...fiesta,
  strips: [
    "PPGGTWKPPMGGKMMMRRKKYTTMMYRR",
    "RRMMMGGTTPMYYPPTTKYYRWMMKKGG",
    "GGRPPMMPKPKKTTMMMYYGGKYYRWYTT",
    "YYTTMYWGGMMTYPPMMMKRRPPGGRKK",
    "RRPPKMMMGGYYKPRGGKKTWMMYYTTYY",
  ],
  pays: FIESTA_PAYS.map((pays) => pays.map((coins) => 2 * coins)),
};

export const jeepney = {
  letters: "SJWHGDRTY",
  wild: "S",
  scatter: "J",
  strips: [
    "RRRJGGTTTYYWDDRRDDYYTTTRRRHDHYYYDYYY",
    "SDYYTTTWGGTTTDDRRRYYHYYYDJDDRRRYYYTTT",
    "YYYDDJDTTTDWDDTTTRRRYYYSHYYYGGYYRRR",
    "YYYSWRRRDYYYDDTTYYYGGJHYYYRRRTTTYYYDD",
    "DTTTYYTTTYYRRDDGWDDJYYDTTTRRRHYYYGG",
  ],
  pays: [
    [],
    [],
    [0, 0, 0, 35, 160, 2000],
    [0, 0, 0, 20, 100, 800],
    [0, 0, 0, 12, 60, 100],
    [0, 0, 0, 8, 40, 80],
    [0, 0, 0, 4, 20, 36],
    [0, 0, 0, 4, 16, 28],
    [0, 0, 0, 2, 8, 12],
  ],
  scatterPays: [0, 0, 0, 100, 500, 1000],
};

export const jeepneyFree = {
  ...jeepney,
  strips: [
    "DDGGRRRHJTTTRRRDDGGWDRRDDWTTTH",
    "GGSSRRSSWDDWGGJTTDDHTTTRRHSSDSS",
    "TTGGDSSJGGWSSWDDHDDTTTSSRRRSSH",
    "SSHSSGGRRRDRRRHSSGGTTJWDDSSWDD",
    "GGDRRRTTTDDTTTRRRTTTRRRGGDDJDDRR",
  ],
};

export const perlas = {
  letters: "MPSTFBCAK",
  wild: "M",
  scatter: "P",
  lines: linesOf(`${TWENTY} 10101 12121 02020 20202 11122`),
  strips: [
    "PPKKSBBBMKKFFBBBAACCTTCCAAKKKBBBS",
    "AAKKCCAAACCCFFMSPPPSTTBBCCCBBKKBB",
    "AAAKKBBBCCCAAAKKCCCKKBBFFMSTTPP",
    "FCCPPPKKKAAABBSCCCAAFFBBKKAAAMTT",
    "PPAAAKKKBBSBBMCCBBBKKTTAAAFFCCC",
  ],
  pays: [
    [0, 0, 0, 60, 250, 1000],
    [],
    [0, 0, 0, 40, 150, 500],
    [0, 0, 0, 30, 100, 300],
    [0, 0, 0, 20, 60, 200],
    [0, 0, 0, 12, 35, 100],
    [0, 0, 0, 10, 25, 80],
    [0, 0, 0, 8, 20, 60],
    [0, 0, 0, 5, 15, 50],
  ],
};

export const gintong = {
  letters: "PSBGCKFLM",
  wild: "P",
  lines: TEN,
  strips: [
    "PPPGKGFSSMFMCCGLGBBLFCCGKKLMMF",
    "PPPSSLLMCCKGMMMMFFGGFFMMKLLBKBBK",
    "PPPSSLLBBMMMMKCGGKFFKKCCCGGFFC",
    "PPPBCGGMKKMCKLLCBMFCSSBGGFBMMMLL",
    "PPPMMGKKLLFFGMSSFFCCCBBKKGCCMMLL",
  ],
  pays: [
    [0, 0, 0, 80, 400, 2000],
    [0, 0, 0, 18, 100, 800],
    [0, 0, 0, 10, 50, 300],
    [0, 0, 0, 8, 30, 120],
    [0, 0, 0, 7, 20, 84],
    [0, 0, 0, 6, 12, 46],
    [0, 0, 0, 2, 10, 40],
    [0, 0, 0, 2, 8, 26],
    [0, 0, 0, 2, 7, 25],
  ],
};
