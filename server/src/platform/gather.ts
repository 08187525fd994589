const KEYS_MAX = 500;

/**
 * Turns many single reads into few: keys asked for in one turn of the event loop, or within `waitMs` where nobody waits for the answer, are loaded by
 * one query. A key that is not found answers undefined; a failed load fails all who asked for it.
 */
export function gather<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { waitMs }: { waitMs?: number } = {},
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>();

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    try {
      const found = await load([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  };

  const flushSoon = (): void => void (waitMs === undefined ? setImmediate(() => void flush()) : setTimeout(() => void flush(), waitMs).unref());

  return (key) => {
    if (waiting.size >= KEYS_MAX) void flush();
    if (waiting.size === 0) flushSoon();
    const asked = waiting.get(key) ?? Promise.withResolvers<Value | undefined>();
    waiting.set(key, asked);
    return asked.promise;
  };
}
