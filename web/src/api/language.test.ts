import { beforeEach, expect, test, vi } from "vitest";

type Words = Record<string, string>;
const asked: { readonly name: string; readonly come: (words: Words) => void; readonly fail: () => void }[] = [];

/** As a catalogue is when its messages are compiled. */
const compiled = (words: Words): Record<string, readonly string[]> => Object.fromEntries(Object.entries(words).map(([key, word]) => [key, [word]]));

/** Words that come when the test says so. */
const coming = (name: string) => () =>
  new Promise<{ default: ReturnType<typeof compiled> }>((resolve, reject) => {
    asked.push({ name, come: (words) => resolve({ default: compiled(words) }), fail: () => reject(new Error("did not come")) });
  });

const read = new Map<string, Promise<object>>();

/** The first words of a language, which a browser reads once, and the way to those of home. */
const speaking = (language: string) => () => {
  const first = read.get(language) ?? coming(`${language} shell`)().then((words) => ({ ...words, parts: { home: coming(`${language} home`) } }));
  read.set(language, first);
  return first;
};

vi.mock("virtual:words", () => ({ words: { EN: speaking("EN"), TY: speaking("TY") } }));
vi.stubGlobal("location", { search: "" });
vi.stubGlobal("localStorage", { getItem: () => null });

/** What was asked for under a name, once it was. */
async function awaited(name: string) {
  await vi.waitFor(() => expect(asked.map((one) => one.name)).toContain(name), { timeout: 10_000 });
  return asked.splice(
    asked.findIndex((one) => one.name === name),
    1,
  )[0]!;
}

beforeEach(() => {
  asked.length = 0;
  read.clear();
  vi.resetModules();
});

async function start() {
  const language = await import("./language.ts");
  const loading = language.loadTranslator("EN");
  (await awaited("EN shell")).come({ "ui.close": "Close" });
  return { ...language, english: await loading };
}

test("a part that comes while the language changes is there in both, whichever comes first", async () => {
  for (const isPartFirst of [true, false]) {
    vi.resetModules();
    read.clear();
    const { loadTranslator, loadWords, english } = await start();
    const part = loadWords("home");
    const changing = loadTranslator("TY");
    const inEnglish = await awaited("EN home");
    if (isPartFirst) inEnglish.come({ "ui.retry": "Retry" });
    (await awaited("TY shell")).come({ "ui.close": "Isara" });
    (await awaited("TY home")).come({ "ui.retry": "Subukan ulit" });
    const tagalog = await changing;
    if (!isPartFirst) inEnglish.come({ "ui.retry": "Retry" });
    await part;
    expect([tagalog("ui.close"), tagalog("ui.retry")]).toEqual(["Isara", "Subukan ulit"]);
    if (isPartFirst) expect(english("ui.retry")).toBe("Retry");
  }
});

test("a part that is asked for after the change began comes along before the language is spoken", async () => {
  const { loadTranslator, loadWords } = await start();
  const changing = loadTranslator("TY");
  void loadWords("home");
  (await awaited("TY shell")).come({ "ui.close": "Isara" });
  (await awaited("TY home")).come({ "ui.retry": "Subukan ulit" });
  expect((await changing)("ui.retry")).toBe("Subukan ulit");
});

test("words that did not come are asked for again by the next who wants them", async () => {
  const { loadWords, english } = await start();
  const first = loadWords("home");
  (await awaited("EN home")).fail();
  await expect(first).rejects.toThrow("did not come");
  const second = loadWords("home");
  (await awaited("EN home")).come({ "ui.retry": "Retry" });
  await second;
  expect(english("ui.retry")).toBe("Retry");
});
