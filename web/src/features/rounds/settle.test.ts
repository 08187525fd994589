import { RefusedCall } from "@laro/contract/core/call";
import type { ErrorCode } from "@laro/contract/core/errors";
import { expect, test, vi } from "vitest";
import { NoAnswer } from "../../api/noAnswer.ts";
import { askUntilSettled, RETRY_PAUSES_MS } from "./settle.ts";

const refusal = (message: ErrorCode): RefusedCall => new RefusedCall({ success: false, message, text: "", value: {}, requestId: "" });
const wait = vi.fn(async () => undefined);

test("a refusal of the round itself is not asked again", async () => {
  const ask = vi.fn(() => Promise.reject(refusal("wallet.insufficient_funds")));
  await expect(askUntilSettled(ask, wait)).rejects.toMatchObject({ code: "wallet.insufficient_funds" });
  expect(ask).toHaveBeenCalledOnce();
});

test("silence and a pending outcome are asked again until the answer comes", async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new NoAnswer("errors.network.offline"))
    .mockRejectedValueOnce(refusal("server.pending"))
    .mockResolvedValue("won");
  await expect(askUntilSettled(ask, wait)).resolves.toBe("won");
  expect(ask).toHaveBeenCalledTimes(3);
});

test("asking ends: a server that stays silent is asked a fixed number of times", async () => {
  const ask = vi.fn(() => Promise.reject(new NoAnswer("errors.network.slow")));
  await expect(askUntilSettled(ask, wait)).rejects.toBeInstanceOf(NoAnswer);
  expect(ask).toHaveBeenCalledTimes(RETRY_PAUSES_MS.length + 1);
});
