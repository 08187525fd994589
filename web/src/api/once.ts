import { RefusedCall } from "@laro/contract/core/call";
import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { useApiCommand } from "./query.ts";
import { newRequestId } from "./requestId.ts";

type MoneyCommand = Endpoint & { readonly kind: "command" };
type Asked<E extends MoneyCommand> = Omit<InputOf<E>, "requestId">;

/** What was sent and is not known to be over. */
interface Attempt {
  readonly asked: string;
  readonly requestId: string;
  readonly sentAtMs: number;
  /** Nothing was heard of it once: it may have been carried out, whatever is refused later. */
  isUnsure: boolean;
}

/** The last attempt of each command, which outlives the form it was sent from: who closes it after silence and begins again must not pay twice. */
const attempts = new Map<string, Attempt>();
/** Whoever asks for the same later than this wants it once more. */
const SAME_WITHIN_MS = 10 * 60_000;

/** What is asked for, without what only proves who asks: a password that was mistyped asks for nothing else. */
const wordsOf = (input: object): string =>
  JSON.stringify(input, (name, value: unknown) => (name === "paymentPassword" ? undefined : typeof value === "bigint" ? String(value) : value));

function attemptOf(command: string, asked: string): Attempt {
  const last = attempts.get(command);
  const isSame = last?.asked === asked && performance.now() - last.sentAtMs < SAME_WITHIN_MS;
  const attempt = isSame ? last : { asked, requestId: newRequestId(), sentAtMs: performance.now(), isUnsure: false };
  attempts.set(command, attempt);
  return attempt;
}

/** Runs a command that carries a request id. After silence the same input is sent under the same id until it is answered, so pressing again never moves money twice. */
export function useOnceCommand<E extends MoneyCommand>(endpoint: E, options: { readonly stale?: readonly Endpoint[] } = {}) {
  const command = useApiCommand(endpoint, options);
  const end = (attempt: Attempt): void => {
    if (attempts.get(endpoint.name) === attempt) attempts.delete(endpoint.name);
  };
  const send = async (input: Asked<E>, attempt: Attempt, onSuccess: (answer: OutputOf<E>) => void, onError?: (error: Error) => void): Promise<void> => {
    try {
      // What the command makes stale can take the form off the screen, and a callback of `mutate` would go with it.
      const answer = await command.mutateAsync({ ...input, requestId: attempt.requestId } as InputOf<E>);
      end(attempt);
      onSuccess(answer);
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.isFault) attempt.isUnsure = true;
      if (!attempt.isUnsure) end(attempt);
      onError?.(error as Error);
    }
  };
  const submit = (input: Asked<E>, onSuccess: (answer: OutputOf<E>) => void, onError?: (error: Error) => void): void =>
    void send(input, attemptOf(endpoint.name, wordsOf(input)), onSuccess, onError);
  return { submit, isPending: command.isPending, error: command.error, reset: command.reset };
}
