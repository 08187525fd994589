import type { PersonalForm } from "@laro/contract/verifications";
import type { Keys } from "../../platform/keys.ts";
import { openText, sealText } from "../../platform/sealing.ts";

type Secret = Pick<Keys, "dataKey">;

const placeOf = (id: string) => ({ use: "verification", context: `${id} form` });

/** Seals what a member filled in to be verified, for the attempt of that id. */
export const sealForm = (keys: Secret, id: string, form: PersonalForm): Buffer => sealText(keys, placeOf(id), JSON.stringify(form));

/** What a member filled in, of the attempt of that id. */
export const openForm = (keys: Secret, id: string, sealed: Buffer): PersonalForm => JSON.parse(openText(keys, placeOf(id), sealed)) as PersonalForm;
