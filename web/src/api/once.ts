import { RefusedCall } from "@laro/contract/core/call";
import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { useRef } from "react";
import { useApiCommand } from "./query.ts";
import { newRequestId } from "./requestId.ts";

type MoneyCommand = Endpoint & { readonly kind: "command" };
type Asked<E extends MoneyCommand> = Omit<InputOf<E>, "requestId">;

/** Runs a command that carries a request id. After silence the same input is sent under the same id, so pressing again never moves money twice. */
export function useOnceCommand<E extends MoneyCommand>(endpoint: E, options: { readonly stale?: readonly Endpoint[] } = {}) {
  const command = useApiCommand(endpoint, options);
  const open = useRef<{ asked: string; requestId: string }>(undefined);
  const send = async (input: Asked<E>, requestId: string, onSuccess: (answer: OutputOf<E>) => void): Promise<void> => {
    try {
      // What the command makes stale can take the form off the screen, and a callback of `mutate` would go with it.
      const answer = await command.mutateAsync({ ...input, requestId } as InputOf<E>);
      open.current = undefined;
      onSuccess(answer);
    } catch (error) {
      if (error instanceof RefusedCall && error.code !== "server.pending") open.current = undefined;
    }
  };
  const submit = (input: Asked<E>, onSuccess: (answer: OutputOf<E>) => void): void => {
    const asked = JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    if (open.current?.asked !== asked) open.current = { asked, requestId: newRequestId() };
    void send(input, open.current.requestId, onSuccess);
  };
  return { submit, isPending: command.isPending, error: command.error, reset: command.reset };
}
