type Check = (value: never) => boolean;

/**
 * What the contract's schemas are in a browser: they read what the server answers and write what it is sent, and judge nothing.
 * The build puts this in the place of zod, whose types the contract is still checked by; `wire.test.ts` holds both to the same results.
 */
export class Wire {
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => unknown;

  constructor(read: Wire["read"], write: Wire["write"] = read) {
    this.read = read;
    this.write = write;
  }

  /** Reads a value of the server's. */
  parse(value: unknown): unknown {
    return this.read(value);
  }

  /** As `parse`; a value of another kind is an answer instead of a fault. */
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: Error } {
    try {
      return { success: true, data: this.read(value) };
    } catch (error) {
      return { success: false, error: error as Error };
    }
  }

  optional(): Wire {
    return this.#or(undefined);
  }
  nullable(): Wire {
    return this.#or(null);
  }
  nullish(): Wire {
    return this.optional().nullable();
  }
  meta(): this {
    return this;
  }
  /** What is sent is the server's to judge. */
  refine(_check: Check): Wire {
    return this;
  }

  #or(none: null | undefined): Wire {
    return new Wire(
      (value) => (value === none ? none : this.read(value)),
      (value) => (value === none ? none : this.write(value)),
    );
  }
}

/** A value of one type. What a check refuses is of no such kind; only what the browser itself judges, such as a choice in a game, ever meets one. */
class Plain extends Wire {
  readonly #type: string;
  readonly #checks: readonly Check[];
  readonly #change: (value: unknown) => unknown;

  constructor(type: string, checks: readonly Check[] = [], change: (value: unknown) => unknown = (value) => value) {
    const changed = (given: unknown) => (typeof given === type ? change(given) : given);
    const read = (given: unknown) => {
      const value = changed(given);
      if (typeof value !== type || !checks.every((check) => check(value as never))) throw new TypeError(`No ${type} of the kind that is meant.`);
      return value;
    };
    super(read, changed);
    this.#type = type;
    this.#checks = checks;
    this.#change = change;
  }

  override refine(check: Check): Plain {
    return new Plain(this.#type, [...this.#checks, check], this.#change);
  }
  overwrite(change: (value: string) => unknown): Plain {
    return new Plain(this.#type, this.#checks, (value) => change(this.#change(value) as string));
  }
  regex(pattern: RegExp): Plain {
    return this.refine((value: string) => pattern.test(value));
  }
  min(least: number): Plain {
    return this.refine((value: string | number) => sizeOf(value) >= least);
  }
  max(most: number): Plain {
    return this.refine((value: string | number) => sizeOf(value) <= most);
  }
  length(exact: number): Plain {
    return this.min(exact).max(exact);
  }
  int(): Plain {
    return this.refine(Number.isInteger);
  }
  multipleOf(step: number): Plain {
    return this.refine((value: number) => Number.isInteger(value / step));
  }
  toLowerCase(): Plain {
    return this.overwrite((value) => value.toLowerCase());
  }
  trim(): Plain {
    return this.overwrite((value) => value.trim());
  }
}

const sizeOf = (value: string | number): number => (typeof value === "string" ? value.length : value);

class List extends Wire {
  constructor(item: Wire) {
    const each = (use: (value: unknown) => unknown) => (value: unknown) => asList(value).map(use);
    super(each(item.read), each(item.write));
  }
  min(): this {
    return this;
  }
  max(): this {
    return this;
  }
  length(): this {
    return this;
  }
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("No list.");
  return value;
}

type Shape = Readonly<Record<string, Wire>>;

class Keyed extends Wire {
  readonly shape: Shape;

  constructor(shape: Shape) {
    const each = (way: "read" | "write") => (given: unknown) => {
      if (typeof given !== "object" || given === null || Array.isArray(given)) throw new TypeError("No object.");
      const made: Record<string, unknown> = {};
      // A shape may hold itself, so it is asked for its parts only now.
      for (const name of Object.keys(shape)) {
        const value = shape[name]?.[way]((given as Record<string, unknown>)[name]);
        if (value !== undefined || name in given) made[name] = value;
      }
      return made;
    };
    super(each("read"), each("write"));
    this.shape = shape;
  }
  extend(more: Shape): Keyed {
    return new Keyed({ ...this.shape, ...more });
  }
  pick(names: Readonly<Record<string, true>>): Keyed {
    return this.#keep((name) => name in names);
  }
  omit(names: Readonly<Record<string, true>>): Keyed {
    return this.#keep((name) => !(name in names));
  }
  partial(): Keyed {
    return new Keyed(Object.fromEntries(Object.entries(this.shape).map(([name, part]) => [name, part.optional()])));
  }
  #keep(isKept: (name: string) => boolean): Keyed {
    return new Keyed(Object.fromEntries(Object.entries(this.shape).filter(([name]) => isKept(name))));
  }
}

class Choice extends Plain {
  readonly options: readonly unknown[];

  constructor(options: readonly unknown[]) {
    super("string", [(value: never) => options.includes(value)]);
    this.options = options;
  }
}

/** The first of several kinds that a value is of. */
function firstOf(kinds: readonly Wire[]): Wire {
  const each = (way: "read" | "write") => (value: unknown) => {
    for (const kind of kinds) {
      try {
        return kind[way](value);
      } catch {
        // The next may be it.
      }
    }
    throw new TypeError("None of the kinds that are meant.");
  };
  return new Wire(each("read"), each("write"));
}

interface Conversion {
  readonly decode: (value: never, context: { issues: unknown[] }) => unknown;
  readonly encode: (value: never) => unknown;
}

const codec = (outer: Wire, inner: Wire, { decode, encode }: Conversion): Wire =>
  new Wire(
    (value) => inner.read(decode(outer.read(value) as never, { issues: [] })),
    (value) => outer.write(encode(inner.write(value) as never)),
  );

const literal = (value: unknown): Wire =>
  new Wire((given) => {
    if (given !== value) throw new TypeError("Another value.");
    return value;
  });

const record = (_names: Wire, values: Wire): Wire => {
  const each = (use: (value: unknown) => unknown) => (given: unknown) =>
    Object.fromEntries(Object.entries(given as object).map(([name, value]) => [name, use(value)]));
  return new Wire(each(values.read), each(values.write));
};

const anything = (): Wire => new Wire((value) => value);
const string = (): Plain => new Plain("string");
const number = (): Plain => new Plain("number");
const object = (shape: Shape): Keyed => new Keyed(shape);

export const z = {
  string,
  number,
  object,
  codec,
  literal,
  record,
  strictObject: object,
  int: (): Plain => number().int(),
  bigint: (): Plain => new Plain("bigint"),
  boolean: (): Plain => new Plain("boolean"),
  uuid: string,
  url: string,
  iso: { datetime: string, date: string },
  coerce: { number },
  enum: (options: readonly unknown[]): Choice => new Choice(options),
  array: (item: Wire): List => new List(item),
  union: firstOf,
  /** Each kind says by a value of its own which it is, so no other one reads it. */
  discriminatedUnion: (_name: string, kinds: readonly Wire[]): Wire => firstOf(kinds),
  unknown: anything,
  custom: anything,
  NEVER: undefined,
  encode: (kind: Wire, value: unknown): unknown => kind.write(value),
};
