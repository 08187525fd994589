import { RefusedCall } from "@laro/contract/core/call";
import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { type QueryClient, useInfiniteQuery, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";
import { cameAt, findFirst, forgetFirst, KEPT_MS } from "./first.ts";
import { NoAnswer } from "./noAnswer.ts";
import { useT } from "./language.ts";
import { readAgain, readStale } from "./readAgain.ts";

type Query = Endpoint & { readonly kind: "query" };
type Command = Endpoint & { readonly kind: "command" };
type Paged = Query & { readonly output: { readonly _zod: { readonly output: { list: unknown[]; next: string | null } } } };

/** Everything the server said lives under the endpoint's name and input, and nowhere else. */
const keyOf = (endpoint: Endpoint, input?: unknown): readonly unknown[] => (input === undefined ? [endpoint.name] : [endpoint.name, plain(input)]);

/** A key is compared as JSON, which knows no bigint. */
const plain = (input: unknown): object =>
  Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, typeof value === "bigint" ? String(value) : value]));

interface QueryOptions<Value = unknown> {
  /** What is known already: asked for only once something makes it stale. */
  readonly known?: Value;
  readonly enabled?: boolean;
  /** Asks again this often while the screen is open; for screens the socket cannot serve. */
  readonly everyMs?: number;
  /** Kept for the tab: asked for once, and again only once something makes it stale. */
  readonly isKept?: boolean;
}

/** Reads an endpoint; kept fresh by the commands and the socket that make it stale. */
export function useApiQuery<E extends Query>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, everyMs, known, isKept = false }: QueryOptions<OutputOf<E>> = {},
) {
  return useQuery<OutputOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, signal),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(isKept ? { staleTime: Infinity, gcTime: Infinity } : {}),
    ...(known === undefined ? { initialData: () => findFirst(endpoint, input), initialDataUpdatedAt: cameAt } : { initialData: known, staleTime: Infinity }),
  });
}

/** Reads a paged endpoint page by page: `rows` holds what is loaded so far. */
export function useApiPages<E extends Paged>(endpoint: E, input: Omit<InputOf<E>, "cursor">, { enabled = true, everyMs }: QueryOptions = {}) {
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, input), "pages"],
    queryFn: ({ signal, pageParam }) => call(endpoint, { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) } as InputOf<E>, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { next: string | null }).next,
    enabled,
    refetchInterval: everyMs ?? false,
  });
  type Row = OutputOf<E> extends { list: (infer Item)[] } ? Item : never;
  const rows = (pages.data?.pages ?? []).flatMap((page) => (page as { list: Row[] }).list);
  return { ...pages, rows, first: pages.data?.pages[0] as OutputOf<E> | undefined };
}

/** Whether a command was refused because something moved since the page read it. */
const isBehind = (error: Error): boolean => error instanceof RefusedCall && error.code.endsWith("changed");

/** Runs a command; what it makes stale is read again, and what it was too late for. */
export function useApiCommand<E extends Command>(endpoint: E, { stale = [] }: { readonly stale?: readonly Endpoint[] } = {}) {
  const client = useQueryClient();
  const again = async () => void (await Promise.all(stale.map((one) => readAgain(client, keyOf(one)))));
  return useMutation<OutputOf<E>, Error, InputOf<E>>({
    mutationKey: [endpoint.name],
    mutationFn: (input) => call(endpoint, input),
    onSuccess: again,
    onError: (error) => (isBehind(error) ? again() : undefined),
  });
}

/** Whether a command is under way, whoever gave it. */
export const useIsUnderWay = (endpoint: Command): boolean => useIsMutating({ mutationKey: [endpoint.name] }) > 0;

/** Puts what is known here in the place of what the server said last. */
export const putAnswer = <E extends Query>(client: QueryClient, endpoint: E, input: InputOf<E>, change: (said: OutputOf<E> | undefined) => OutputOf<E>): void =>
  void client.setQueryData<OutputOf<E>>(keyOf(endpoint, input), change);

/** Puts what is known here into an answer that is there; what was never asked for stays unknown. */
export const putKnown = <E extends Query>(client: QueryClient, endpoint: E, input: InputOf<E>, change: (said: OutputOf<E>) => OutputOf<E>): void =>
  void client.setQueryData<OutputOf<E>>(keyOf(endpoint, input), (said) => said && change(said));

/** Makes answers stale by endpoint name: what the socket says. */
export const markStale = (client: QueryClient, names: readonly string[]): void => {
  for (const name of names) {
    forgetFirst(name);
    void readStale(client, name);
  }
};

/** A fault as a screen shows it: the sentence, the input it belongs to and, where something of ours failed, the request id. */
export interface Fault {
  readonly text: string;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
}

/** Turns anything a call threw into what the user is told. */
export function useFault(): (error: unknown) => Fault {
  const t = useT();
  return (error) => {
    if (error instanceof RefusedCall) return { text: error.text, field: error.field, requestId: error.isFault ? error.requestId : undefined };
    return { text: t(error instanceof NoAnswer ? error.key : "errors.server.unknown"), field: undefined, requestId: undefined };
  };
}

/** What a page left behind is there when one comes back to it within ten minutes. Queries of a refusal are not tried again; silence is, twice. */
export const queryDefaults = {
  queries: { retry: (tries: number, error: Error) => error instanceof NoAnswer && tries < 2, staleTime: 30_000, gcTime: KEPT_MS, refetchOnWindowFocus: false },
} as const;
