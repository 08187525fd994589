import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { StartupError } from "../platform/config.ts";
import { CENT, textOf } from "./validator/decimal.ts";
import { countVerdicts, describeResults, junitOf } from "./validator/report.ts";
import { Budget, type Need, needs, type Target, Trial } from "./validator/trial.ts";
import { groups, RISK_MAX, validate } from "./validator/validator.ts";

/** What the account holds at least and at most, in cents: bets above the balance are tried too, and are at risk with the rest. */
const HOLDS_CENTS = { min: 5_00n, max: 10_00n } as const;
const COULD_NOT_RUN = 2;

const USAGE = `Say whose wallet is tried, and as whom:
  npm run laro -- validator --url https://wallet.example/base --secret-file FILE --account ID --currency EUR --game ID
  --limited-account ID   one that has reached a limit of bets    --disabled-account ID  one that may not play
  --other-account ID     any other one                          --only T01,X02         these cases alone
  --junit FILE, --json FILE  the results for machines           --remote               the wallet is on another machine`;

const options = {
  url: { type: "string" },
  "secret-file": { type: "string" },
  account: { type: "string" },
  currency: { type: "string" },
  game: { type: "string" },
  "limited-account": { type: "string" },
  "disabled-account": { type: "string" },
  "other-account": { type: "string" },
  only: { type: "string" },
  junit: { type: "string" },
  json: { type: "string" },
  remote: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parse>;

interface Voice {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Tries a wallet of the SoftSwiss dialect from outside, whoever's it is. Answers the process's end: 0 all is well, 1 a case failed, 2 it could not be tried. */
export async function runValidator(args: readonly string[], { say, complain }: Voice): Promise<number> {
  try {
    const values = parse(args);
    const [target, only] = [await targetOf(values), readOnly(values.only)];
    const budget = new Budget(RISK_MAX);
    const holds = await look(target);
    say(
      `At most ${RISK_MAX} ${target.currency} of account ${target.account} are at risk, which holds ${textOf(holds)}; each case ends where it began or says what stands open.`,
    );
    const results = await validate(target, { only, budget });
    for (const line of describeResults(results)) say(line);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ counts: countVerdicts(results), results }, null, 2)}\n`);
    if (values.junit !== undefined) await writeFile(values.junit, junitOf(results));
    return results.some(({ verdict }) => verdict === "fail") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    complain(error.message);
    return COULD_NOT_RUN;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: joined(args), options }).values;
  } catch {
    throw new StartupError(USAGE);
  }
}

/** Each option with its value: an account's name may begin with a dash. */
function joined(args: readonly string[]): string[] {
  const [first, second, ...rest] = args;
  if (first === undefined) return [];
  const takesNext = Object.entries(options).some(([name, { type }]) => type === "string" && first === `--${name}`);
  return takesNext && second !== undefined ? [`${first}=${second}`, ...joined(rest)] : [first, ...joined(args.slice(1))];
}

async function targetOf(values: Values): Promise<Target> {
  const { url, "secret-file": file, account, currency, game, remote } = values;
  if (url === undefined || file === undefined || account === undefined || currency === undefined || game === undefined) throw new StartupError(USAGE);
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !["http:", "https:"].includes(address.protocol)) throw new StartupError(`${url} is no address of a wallet: give https://…`);
  if (!remote && !isHere(address.hostname))
    throw new StartupError(`${address.hostname} is another machine: money of a real account may move there. Say --remote if that is meant.`);
  const secret = await readFile(file).catch(() => {
    throw new StartupError(`There is no file ${file}: it holds the secret, byte for byte.`);
  });
  const others = Object.fromEntries(needs.flatMap((need) => (values[`${need}-account`] === undefined ? [] : [[need, values[`${need}-account`]]])));
  return { url: url.replace(/\/+$/, ""), secret, account, currency, game, others: others as Partial<Record<Need, string>> };
}

const isHere = (host: string): boolean => ["localhost", "[::1]"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);

function readOnly(given: string | undefined): readonly string[] {
  const known = Object.values(groups).flatMap((cases) => cases.map(({ id }) => id));
  const only = given === undefined ? [] : given.split(",").map((id) => id.trim());
  const strange = only.filter((id) => !known.includes(id));
  if (strange.length > 0) throw new StartupError(`There is no case ${strange.join(", ")}: they are ${known.join(" ")}.`);
  return only;
}

/** What the account holds, which is looked at before anything is done to it. */
async function look(target: Target): Promise<bigint> {
  const trial = new Trial(target, new Budget("0"), "look");
  const holds = await trial.balance().catch(() => undefined);
  if (holds === undefined) throw new StartupError(`The wallet does not say what account ${target.account} holds: ${trial.last?.answered ?? "no answer"}.`);
  if (holds < HOLDS_CENTS.min * CENT || holds > HOLDS_CENTS.max * CENT)
    throw new StartupError(
      `Account ${target.account} holds ${textOf(holds)}: it must be ${textOf(HOLDS_CENTS.min * CENT)} to ${textOf(HOLDS_CENTS.max * CENT)}, so that no more than ${RISK_MAX} can be lost.`,
    );
  return holds;
}
