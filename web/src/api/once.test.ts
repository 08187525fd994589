import { RefusedCall } from "@laro/contract/core/call";
import { expect, test, vi } from "vitest";
import { NoAnswer } from "./noAnswer.ts";

const sent: { requestId: string }[] = [];
const outcomes: (Error | object)[] = [];
vi.mock("./query.ts", () => ({
  useApiCommand: () => ({
    mutateAsync: async (input: (typeof sent)[number]) => {
      sent.push(input);
      const outcome = outcomes.shift()!;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  }),
}));
const { useOnceCommand } = await import("./once.ts");

const refused = (message: string) => new RefusedCall({ success: false, message, text: "", value: {}, requestId: "x" } as never);
const silence = () => new NoAnswer("errors.network.slow");

/** Presses once for each outcome, in a form that is opened anew each time; answers under how many ids it was sent. */
async function press(outcome: readonly (Error | object)[], inputs: readonly object[] = []): Promise<number> {
  sent.length = 0;
  outcomes.push(...outcome);
  for (const at of outcome.keys()) {
    const { submit } = useOnceCommand({ name: "transfers.toDownline" } as never);
    submit({ amount: 500_00n, account: "ben", paymentPassword: "111111", ...inputs[at] } as never, () => undefined);
    await vi.waitFor(() => expect(outcomes).toHaveLength(outcome.length - at - 1));
    await new Promise(setImmediate);
  }
  return new Set(sent.map(({ requestId }) => requestId)).size;
}

test("after silence the same is sent under the same id until it is answered, whatever is refused meanwhile and however often its form is opened", async () => {
  for (const code of ["server.busy", "request.too_many", "site.maintenance", "sessions.required", "wallet.insufficient_funds", "server.pending"])
    expect([code, await press([silence(), refused(code), refused(code), {}])]).toEqual([code, 1]);
});

test("a payment password that was mistyped after silence asks for nothing else", async () => {
  const wrong = refused("accounts.payment_password_wrong");
  expect(await press([silence(), wrong, {}], [{}, { paymentPassword: "111112" }, {}])).toBe(1);
});

test("what was answered, refused without silence, or is asked with other words is sent under an id of its own", async () => {
  expect(await press([{}, {}])).toBe(2);
  expect(await press([refused("wallet.insufficient_funds"), {}])).toBe(2);
  expect(await press([silence(), {}, {}], [{}, { amount: 400_00n }])).toBe(3);
});

test("a refusal and silence are told to whoever sent it, and an answer is not", async () => {
  const told = vi.fn();
  for (const outcome of [refused("agentContracts.not_offered"), silence(), {}]) {
    outcomes.push(outcome);
    const { submit } = useOnceCommand({ name: "agentContracts.withdraw" } as never);
    submit({} as never, () => undefined, told);
    await new Promise(setImmediate);
  }
  expect(told.mock.calls).toEqual([[expect.any(RefusedCall)], [expect.any(NoAnswer)]]);
});

test("who asks for the same ten minutes after silence wants it once more", async () => {
  const now = vi.spyOn(performance, "now");
  now.mockReturnValue(0);
  expect(await press([silence()])).toBe(1);
  const [first] = sent.map(({ requestId }) => requestId);
  now.mockReturnValue(10 * 60_000);
  await press([{}]);
  expect(sent[0]!.requestId).not.toBe(first);
  now.mockRestore();
});
