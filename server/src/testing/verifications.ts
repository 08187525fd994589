import { eligibility } from "@laro/contract/eligibility";
import { type PersonalInfo, verifications } from "@laro/contract/verifications";
import sharp from "sharp";
import { changeStanding } from "../core/accounts/standing.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** What somebody of age fills in; each test changes what it is about. */
export const form = (change: Partial<PersonalInfo> = {}): PersonalInfo => ({
  idType: 1,
  payeename: "Ana Reyes",
  birthday: "1990-05-17",
  address: "12 Mabini Street, Quezon City",
  permanentAddress: "12 Mabini Street, Quezon City",
  placeOfBirth: "Cebu City",
  nationality: "Philippines",
  sourceOfIncome: 1,
  occupation: 7,
  employerName: "Bay Trading",
  ...change,
});

let drawn = 0;

/** A picture as a browser sends it, another one each time. */
export async function photo(format: "jpeg" | "png" = "jpeg", width = 640, height = 480): Promise<string> {
  const picture = await sharp({ create: { width, height, channels: 3, background: { r: drawn++ % 256, g: 90, b: 120 } } })
    .toFormat(format)
    .toBuffer();
  return dataUrl(picture, format);
}

export const dataUrl = (picture: Buffer, format = "jpeg"): string => `data:image/${format};base64,${picture.toString("base64")}`;

export const photos = async () => ({ idCardFront: await photo(), idCardBack: await photo("png"), idCardSelfie: await photo(), module: "UPLOADID3" as const });

/** Fills in the form and hands in the pictures; answers the case's id as the reviewers' queue has it. */
export async function handIn(world: World, person: Person & { readonly id: bigint }, change: Partial<PersonalInfo> = {}): Promise<string> {
  await person.call(verifications.setPersonalInfo, form(change));
  await person.call(verifications.uploadIdImages, await photos());
  const { database } = world.open.platform;
  const row = await database.db
    .selectFrom("verification")
    .select("id")
    .where("account_id", "=", person.id)
    .where("state", "=", "submitted")
    .executeTakeFirstOrThrow();
  return row.id;
}

let numbers = 0;

/** What an officer reads off a document nobody has shown before. */
export const printed = (change: { documentNumber?: string; expiresOn?: string; birthday?: string } = {}) => ({
  documentNumber: `P${Date.now()}${numbers++}`,
  birthday: "1990-05-17",
  ...change,
});

/** Every line of the checklist. */
export const checked = { legible: true, original: true, name: true, birthday: true, selfie: true, listed: true } as const;

/** Takes the case, reads the document and approves it. */
export async function approve(officer: Person, id: string, read: Parameters<typeof printed>[0] = {}): Promise<void> {
  await officer.call(verifications.claim, { id });
  await officer.call(verifications.readDocument, { id, ...printed(read) });
  await officer.call(verifications.approve, { id, checked });
}

/** Makes a member verified as a decision does, without the decision. */
export const verify = (world: World, accountId: bigint, verification: "N" | "P" | "A" | "R" = "A"): Promise<void> =>
  world.open.platform.database.begin((tx) => changeStanding(tx, { accountId, verification }));

/** The first open case about a member, as officers see it. */
export async function caseOf(officer: Person, memberId: bigint) {
  const { list } = await officer.call(eligibility.cases, { state: "open", limit: 100 });
  return list.find((one) => one.memberId === memberId);
}
