import { createHash } from "node:crypto";
import { audit } from "@laro/contract/audit";
import { deposits } from "@laro/contract/deposits";
import { type Difference, reconciliation, STATEMENT_BYTES_MAX, STATEMENT_HEADING, STATEMENT_LINES_MAX } from "@laro/contract/reconciliation";
import { sessions } from "@laro/contract/sessions";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { drawPicture } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const reason = "found on the account";

let world: World;
let slip: string;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  slip = await drawPicture();
  officer = await world.operator("finance");
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const today = (): string => new Date(world.clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10);

type Line = readonly [day: string, reference: string, amount: string, payer: string];

const write = (lines: readonly Line[], heading = STATEMENT_HEADING): string => [heading, ...lines.map((cells) => cells.join(","))].join("\n");

/** What is sent of a file that tells of a day, or of several. */
const asked = (text: string | Buffer, firstDay: string, lastDay = firstDay) => ({ firstDay, lastDay, file: Buffer.from(text).toString("base64") });

const importLines = (lines: readonly Line[], firstDay: string, lastDay?: string) =>
  officer.call(reconciliation.importStatement, asked(write(lines), firstDay, lastDay));

/** A bank transfer with its slip; credited, unless it is to wait. */
async function transfer({ amount = 1_000_00n, paid = amount as bigint | null } = {}) {
  const ann = await world.player();
  const { id, reference } = await ann.call(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount });
  await ann.call(deposits.submitSlip, { id, slip });
  if (paid !== null) await officer.call(deposits.approve, { id, paid, reason });
  return { ann, id, reference };
}

/** Ends the running day; answers which it was. */
async function endDay(): Promise<string> {
  const day = today();
  await world.pass(DAY_MS);
  officer = await world.operator("finance");
  return day;
}

async function listed(): Promise<readonly Difference[]> {
  const [open, explained] = await Promise.all((["open", "explained"] as const).map((state) => officer.call(reconciliation.differences, { state, limit: 100 })));
  return [...open!.list, ...explained!.list];
}
const ofReference = async (reference: string) => (await listed()).find((one) => one.reference === reference);
const ofPayer = async (payer: string) => (await listed()).find((one) => one.payer === payer);
const stored = async () => (await asOwner<{ count: bigint }>(world.open.url, "select count(*) as count from bank_statement"))[0]!.count;

test("only finance imports, the auditor reads, and the others do neither", async () => {
  const day = await endDay();
  for (const role of ["support", "risk"] as const) {
    const other = await world.operator(role);
    expect(await other.refused(reconciliation.importStatement, asked(write([]), day))).toBe("sessions.forbidden");
    expect(await other.refused(reconciliation.statements, {})).toBe("sessions.forbidden");
  }
  const auditor = await world.operator("auditor");
  expect(await auditor.refused(reconciliation.importStatement, asked(write([]), day))).toBe("sessions.forbidden");
  expect((await auditor.call(reconciliation.statements, {})).list).toEqual([]);
});

test("days that are not over, too many, none, or told already by others are refused at their field", async () => {
  const refusal = async (firstDay: string, lastDay: string) => {
    const { code, values } = await officer.refusal(reconciliation.importStatement, asked(write([]), firstDay, lastDay));
    return [code, values["field"]];
  };
  expect(await refusal(today(), today())).toEqual(["reconciliation.day_not_over", "lastDay"]);
  expect(await refusal("2026-08-01", "2026-09-01")).toEqual(["reconciliation.statement_days", "lastDay"]);
  expect(await refusal("2026-08-02", "2026-08-01")).toEqual(["reconciliation.statement_days", "lastDay"]);
  await officer.call(reconciliation.importStatement, asked(write([]), "2026-08-01", "2026-08-31"));
  for (const [firstDay, lastDay] of [
    ["2026-08-01", "2026-08-01"],
    ["2026-07-20", "2026-08-01"],
    ["2026-08-31", "2026-09-05"],
  ] as const)
    expect(await refusal(firstDay, lastDay)).toEqual(["reconciliation.statement_overlaps", "firstDay"]);
  const { code, values } = await officer.refusal(reconciliation.importStatement, asked(write([]), "2026-08-10", "2026-08-11"));
  expect([code, values]).toEqual(["reconciliation.statement_overlaps", expect.objectContaining({ firstDay: "2026-08-01", lastDay: "2026-08-31" })]);
  const twice = `insert into bank_statement (first_day, last_day, digest, content, lines, total, imported_by, imported_name, imported_at) select first_day, last_day, digest, content, lines, total, imported_by, imported_name, imported_at from bank_statement`;
  await expect(asOwner(world.open.url, twice)).rejects.toMatchObject({ constraint: "bank_statement_days" });
});

const good: Line = ["2026-09-01", "D-1", "1.00", "Ann"];
type Faulty = readonly [what: string, file: string | Buffer, code: string, line?: number];
const faulty: readonly Faulty[] = [
  ["nothing but a word", "hello", "reconciliation.statement_heading"],
  ["other columns", write([good], "day,reference,amount,payer"), "reconciliation.statement_heading"],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x41]), "reconciliation.statement_heading"],
  ["a cell too few", `${write([good])}\n2026-09-01,x,1.00`, "reconciliation.statement_line", 3],
  ["a cell too many", write([["2026-09-01", "x", "1.00", "a,b"]]), "reconciliation.statement_line", 2],
  ["a quote that never closes", write([good, ["2026-09-01", '"x', "1.00", "a"]]), "reconciliation.statement_line", 3],
  ["an empty line", `${write([good])}\n\n`, "reconciliation.statement_line", 3],
  ["a day that is none", write([["2026-02-30", "x", "1.00", "a"]]), "reconciliation.statement_date", 2],
  ["a day written otherwise", write([["01/09/2026", "x", "1.00", "a"]]), "reconciliation.statement_date", 2],
  ["a day of another statement", write([good, ["2026-09-02", "x", "1.00", "a"]]), "reconciliation.statement_date", 3],
  ...["0.00", "-1.00", "1", "1.0", "1e3", "1000000000.01", " 1.00", "١.٠٠", "01.00", ""].map((amount): Faulty => [
    `the amount ${JSON.stringify(amount)}`,
    write([["2026-09-01", "x", amount, "a"]]),
    "reconciliation.statement_amount",
    2,
  ]),
  ["a thousands comma", write([["2026-09-01", "x", '"1,000.00"', "a"]]), "reconciliation.statement_amount", 2],
  ["a mark of direction in a name", write([["2026-09-01", "x", "1.00", "a\u202eb"]]), "reconciliation.statement_text", 2],
  ["a NUL in a reference", write([["2026-09-01", "a\0b", "1.00", "x"]]), "reconciliation.statement_text", 2],
  ["a line end inside quotes", write([["2026-09-01", '"a\nb"', "1.00", "x"]]), "reconciliation.statement_text", 2],
  ["a name of 141 characters", write([["2026-09-01", "x", "1.00", "a".repeat(141)]]), "reconciliation.statement_text", 2],
  ["a line too many", write(Array.from({ length: STATEMENT_LINES_MAX + 1 }, () => good)), "reconciliation.statement_too_large"],
  ["a byte too many", Buffer.alloc(STATEMENT_BYTES_MAX + 1, "a"), "reconciliation.statement_too_large"],
];

const files = faulty.map(([what, file, code, line]) => ({ what, file, code, line }));

test.each(files)("a file with $what is refused as a whole, with the line where there is one", async ({ file, code, line }) => {
  const before = await stored();
  // Someone of their own: twenty are taken in a minute.
  const refusal = await (await world.operator("finance")).refusal(reconciliation.importStatement, asked(file, "2026-09-01"));
  expect([refusal.code, refusal.values["field"], refusal.values["line"]]).toEqual([code, "file", line]);
  expect(await stored()).toBe(before);
});

test("garbage instead of base64, and no file at all, are refused at the field", async () => {
  for (const file of ["not base64 ****", "", null]) {
    const { answer } = await officer.request("POST", "/api/reconciliation.importStatement", JSON.stringify({ ...asked("x", "2026-09-01"), file }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "file" } });
  }
});

test("a statement is held against the credited transfers by reference, then by amount and day, and each that stands alone is listed with whose it is", async () => {
  const [named, unnamed, short, absent] = [
    await transfer(),
    await transfer({ amount: 1_234_00n }),
    await transfer({ amount: 900_00n }),
    await transfer({ amount: 777_00n }),
  ];
  const waiting = await transfer({ amount: 650_00n, paid: null });
  const day = await endDay();
  const lines: Line[] = [
    [day, `TRANSFER ${named.reference} thanks`, "1000.00", "Ann Reyes"],
    [day, "no reference given", "1234.00", "Ben Cruz"],
    [day, `"${short.reference.toLowerCase()}, first part"`, "500.00", "Eva Lim"],
    [day, `${short.reference} rest`, "300.00", "Eva Lim"],
    [day, waiting.reference, "650.00", "Carla Uy"],
    [day, "", "42.00", "Nobody We Know"],
  ];
  const imported = await importLines(lines, day);
  const digest = createHash("sha256").update(write(lines)).digest("hex");
  expect(imported).toMatchObject({ firstDay: day, lastDay: day, digest, lines: 6, matched: 4, total: 3_726_00n, importedBy: officer.name, isRepeated: false });
  expect((await officer.call(reconciliation.statements, {})).list[0]).toMatchObject({ id: imported.id, digest, replacedAt: null });
  for (const { id } of [named, unnamed]) expect(await ofReference(id)).toBeUndefined();
  expect(await ofReference(short.id)).toMatchObject({
    flow: "transfer",
    kind: "amount",
    day,
    ours: 900_00n,
    theirs: 800_00n,
    memberName: short.ann.name,
    shortReference: short.reference,
  });
  expect(await ofReference(absent.id)).toMatchObject({ kind: "missingThere", ours: 777_00n, theirs: null, memberName: absent.ann.name, payer: null });
  expect(await ofPayer("Carla Uy")).toMatchObject({ kind: "missingHere", ours: null, theirs: 650_00n, shortReference: waiting.reference, memberName: null });
  expect(await ofPayer("Nobody We Know")).toMatchObject({ kind: "missingHere", theirs: 42_00n, shortReference: null });
  expect((await officer.call(audit.list, { limit: 1, kind: "command" })).list).toMatchObject([
    {
      endpoint: "reconciliation.importStatement",
      operator: officer.name,
      input: { firstDay: day, lastDay: day, file: expect.stringMatching(/^sha256:[0-9a-f]{64} of [0-9]+ characters$/) },
    },
  ]);
  const { text } = await officer.download(reconciliation.differencesCsv, { state: "open", day });
  expect(text).toContain("Nobody We Know");
});

test("a statement is no witness for what its importer approved: another officer's word closes it, or another officer's statement", async () => {
  const approver = officer;
  const [mine, also, theirs] = [await transfer({ amount: 821_00n }), await transfer({ amount: 823_00n }), await transfer({ amount: 822_00n, paid: null })];
  const second = await world.operator("finance");
  await second.call(deposits.approve, { id: theirs.id, paid: 822_00n, reason });
  const day = await endDay();
  const lines: Line[] = [
    [day, mine.reference, "821.00", "Own Word"],
    [day, "no reference given", "823.00", "Own Word"],
    [day, theirs.reference, "822.00", "Other Word"],
  ];
  const { name: username, password } = approver;
  approver.token = (await world.guest().call(sessions.loginOperator, { username, password })).token;
  await approver.call(reconciliation.importStatement, asked(write(lines), day));
  expect(await ofReference(mine.id)).toMatchObject({ kind: "ownWord", ours: 821_00n, theirs: 821_00n, explanation: null });
  expect(await ofReference(also.id)).toMatchObject({ kind: "ownWord", explanation: null });
  expect(await ofReference(theirs.id)).toBeUndefined();
  // Their own corrected file is their word again.
  await approver.call(reconciliation.importStatement, asked(write([...lines, [day, "", "2.00", "Corrected"]]), day));
  expect(await ofReference(also.id)).toMatchObject({ kind: "ownWord", explanation: null });
  const { id } = (await ofReference(mine.id))!;
  expect(await approver.refused(reconciliation.explain, { id, explanation: "I saw it" })).toBe("reconciliation.own_approval");
  expect(await officer.call(reconciliation.explain, { id, explanation: "seen in the bank's own list" })).toMatchObject({
    kind: "ownWord",
    explainedBy: officer.name,
  });
  await importLines([...lines, [day, "", "1.00", "Another's File"]], day);
  expect(await ofReference(mine.id)).toMatchObject({ explanation: "seen in the bank's own list" });
  expect(await ofReference(also.id)).toMatchObject({ explanation: "resolved by itself", explainedBy: "system" });
});

test("the same file is taken once, however often and by whomever it is sent", async () => {
  const day = await endDay();
  const [other, file] = [await world.operator("finance"), asked(write([[day, "", "15.00", "Sent Often"]]), day)];
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? officer : other).call(reconciliation.importStatement, file)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
  expect((await listed()).filter(({ payer }) => payer === "Sent Often")).toHaveLength(1);
  const { list } = await officer.call(audit.list, { limit: 100, kind: "command" });
  expect(list.filter(({ endpoint, input }) => endpoint === "reconciliation.importStatement" && input["firstDay"] === day)).toHaveLength(8);
});

test("a transfer of which not every day is told yet is no difference, and one that is credited later closes its line's by itself", async () => {
  const early = await transfer({ amount: 555_00n, paid: null });
  const firstDay = await endDay();
  await importLines([[firstDay, early.reference, "555.00", "Paid Early"]], firstDay);
  expect(await ofPayer("Paid Early")).toMatchObject({ kind: "missingHere", explanation: null });
  // Who handed the statement in does not approve what it shows.
  await (await world.operator("finance")).call(deposits.approve, { id: early.id, paid: 555_00n, reason });
  const late = await transfer({ amount: 544_00n });
  await world.open.platform.database.begin((tx) => addJob(tx, "reconciliation:match", {}));
  await world.work();
  expect(await ofPayer("Paid Early")).toMatchObject({ ours: 555_00n, theirs: 555_00n, explanation: "resolved by itself", explainedBy: "system" });
  for (const { id } of [early, late]) expect(await ofReference(id)).toBeUndefined();
  const lastDay = await endDay();
  await importLines([], lastDay);
  expect(await ofReference(late.id)).toMatchObject({ kind: "missingThere" });
  const booked = await endDay();
  await importLines([[booked, "booked after the weekend", "544.00", "Bank Was Slow"]], booked);
  expect(await ofReference(late.id)).toMatchObject({ explanation: "resolved by itself" });
  expect(await ofPayer("Bank Was Slow")).toBeUndefined();
});

test("a statement of the same days takes the other's place: what only the first told is closed, and what a person explained stays", async () => {
  const known = await transfer({ amount: 621_00n });
  const day = await endDay();
  const first = await importLines(
    [
      [day, known.reference, "621.00", "Ann"],
      [day, "", "7.00", "Only The First"],
      [day, "", "8.00", "Was Explained"],
    ],
    day,
  );
  const explained = await officer.call(reconciliation.explain, { id: (await ofPayer("Was Explained"))!.id, explanation: "Interest of the bank" });
  const second = await importLines([[day, "", "8.00", "Told Again"]], day);
  expect(await ofPayer("Only The First")).toMatchObject({ explanation: "the statement was replaced", explainedBy: "system" });
  expect(await ofPayer("Was Explained")).toEqual(explained);
  expect(await ofPayer("Told Again")).toMatchObject({ kind: "missingHere", explanation: null });
  expect(await ofReference(known.id)).toMatchObject({ kind: "missingThere", ours: 621_00n });
  const { list } = await officer.call(reconciliation.statements, { limit: 2 });
  expect(list).toMatchObject([
    { id: second.id, replacedAt: null },
    { id: first.id, replacedAt: world.clock.now().toISOString(), matched: 0 },
  ]);
});

test("whoever approved a transfer explains no difference about it, the first of two no more than the last, and another officer does", async () => {
  const [first, second] = [await world.operator("finance"), await world.operator("finance")];
  const { id } = await transfer({ amount: 60_000_00n, paid: null });
  for (const approver of [first, second]) await approver.call(deposits.approve, { id, paid: 60_000_00n, reason });
  // As a statement would list it once the day is over, when both have gone home.
  await asOwner(
    world.open.url,
    "insert into reconciliation_difference (day, flow, kind, reference, ours) values ($1, 'transfer', 'missingThere', $2, 6000000)",
    [today(), id],
  );
  const explanation = "The bank books it on Monday";
  const open = await ofReference(id);
  for (const approver of [first, second])
    expect(await approver.refused(reconciliation.explain, { id: open!.id, explanation })).toBe("reconciliation.own_approval");
  expect(await ofReference(id)).toMatchObject({ explanation: null });
  const other = await world.operator("finance");
  expect(await other.call(reconciliation.explain, { id: open!.id, explanation })).toMatchObject({ explanation, explainedBy: other.name });
});

test("the digest kept is the file's by the database's own constraint, and nobody rewrites a line or a file", async () => {
  const asServer = (statement: string) => asOwner(world.open.url, `set role laro_app; ${statement}`);
  await expect(asOwner(world.open.url, "update bank_statement set content = 'another'")).rejects.toMatchObject({ constraint: "bank_statement_digest" });
  for (const statement of [
    "update bank_statement set content = 'another'",
    "update bank_line set amount = amount + 1",
    "delete from bank_line",
    "delete from bank_statement",
  ])
    await expect(asServer(statement)).rejects.toThrow(/permission denied/);
});
