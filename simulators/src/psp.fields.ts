/** The fields of the protocol, each with all it may be. */
const fields = {
  reference: /^[\w-]{1,64}$/,
  amount: /^[0-9]{1,13}\.[0-9]{2}$/,
  currency: /^PHP$/,
  method: /^(QRPH|GCASH|MAYA|BANK)$/,
  expiresAt: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z$/,
  at: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z$/,
  bank: /^\w{1,16}$/,
  holder: /^.{1,80}$/u,
  number: /^[0-9]{8,20}$/,
  fault: /^[a-z-]{1,20}$/,
  flow: /^(payments|payouts)$/,
} as const satisfies Record<string, RegExp>;

export class Malformed extends Error {}

/** Reads the named fields of a JSON body; throws `Malformed` when one is missing or not what it may be. */
export function readFields<Name extends keyof typeof fields>(body: string, names: readonly Name[]): Readonly<Record<Name, string>> {
  return pickFields(parse(body), names);
}

/** Reads the named fields of every item of a JSON body's `list`. */
export function readList<Name extends keyof typeof fields>(body: string, names: readonly Name[]): readonly Readonly<Record<Name, string>>[] {
  const { list } = parse(body);
  if (!Array.isArray(list)) throw new Malformed("list");
  return list.map((item: unknown) => pickFields(asRecord(item), names));
}

function pickFields<Name extends keyof typeof fields>(given: Given, names: readonly Name[]): Readonly<Record<Name, string>> {
  const read = names.map((name) => {
    const value = given[name];
    if (typeof value !== "string" || !fields[name].test(value)) throw new Malformed(name);
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<Name, string>;
}

type Given = Readonly<Record<string, unknown>>;

const asRecord = (value: unknown): Given => (typeof value === "object" && value !== null ? (value as Given) : {});

function parse(body: string): Given {
  try {
    return asRecord(JSON.parse(body));
  } catch {
    throw new Malformed("body");
  }
}
