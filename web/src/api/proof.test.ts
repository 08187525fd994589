import { expect, test } from "vitest";
import { askProof, standBy } from "./proof.ts";

test("calls that want a proof at the same time wait for one answer, and the next one is asked anew", async () => {
  const answers: ((isProved: boolean) => void)[] = [];
  const end = standBy(() => new Promise((answer) => answers.push(answer)));
  const both = [askProof(), askProof()];
  expect(answers).toHaveLength(1);
  answers[0]!(true);
  expect(await Promise.all(both)).toEqual([true, true]);
  const later = askProof();
  expect(answers).toHaveLength(2);
  answers[1]!(false);
  expect(await later).toBe(false);
  end();
  expect(await askProof()).toBe(false);
});

test("who stands by in the place of another is asked, and the other's end takes nothing away", async () => {
  const endFirst = standBy(() => Promise.resolve(false));
  const endSecond = standBy(() => Promise.resolve(true));
  endFirst();
  expect(await askProof()).toBe(true);
  endSecond();
});
