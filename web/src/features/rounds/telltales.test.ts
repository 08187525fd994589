import { wallet } from "@laro/contract/wallet";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { holdTelltales } from "./telltales.ts";

const queryKey = [wallet.balance.name, {}];

/** A page that shows the balance, whose server answers when it is told to. */
function page(known?: string) {
  const client = new QueryClient();
  if (known !== undefined) client.setQueryData(queryKey, known);
  let answer = (_: string): void => undefined;
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: ({ signal }) =>
      new Promise((done, failed) => {
        answer = done;
        signal.addEventListener("abort", failed);
      }),
  });
  const leave = observer.subscribe(() => undefined);
  return { client, answer: (balance: string) => answer(balance), shown: () => client.getQueryData(queryKey), leave };
}

const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

test("a balance that was still being asked for when a round began is shown when its answer comes", async () => {
  const { client, answer, shown, leave } = page();
  const release = holdTelltales(client);
  await soon();
  answer("₱ 480.00");
  await soon();
  expect(shown()).toBe("₱ 480.00");
  release();
  leave();
});

test("a balance that is shown stays as it is while a round is on its way, whoever asks for it anew before or meanwhile", async () => {
  const { client, answer, shown, leave } = page("₱ 500.00");
  const release = holdTelltales(client);
  await soon();
  answer("₱ 480.00");
  void client.invalidateQueries({ queryKey });
  await soon();
  answer("₱ 480.00");
  await soon();
  expect(shown()).toBe("₱ 500.00");
  release();
  void client.invalidateQueries({ queryKey });
  answer("₱ 480.00");
  await soon();
  expect(shown()).toBe("₱ 480.00");
  leave();
});
