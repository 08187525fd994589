import { useEffect, useState } from "react";

/** Asks whoever sits before the screen to show once more that it is them; answers whether they did. */
type Ask = () => Promise<boolean>;
type Answer = (isProved: boolean) => void;

let ask: Ask | undefined;
let asked: Promise<boolean> | undefined;

/** Has `mine` asked from now on; answers what ends that. */
export function standBy(mine: Ask): () => void {
  ask = mine;
  return () => {
    if (ask === mine) ask = undefined;
  };
}

/** Asks for the proof a call was refused for; false where nobody is there to give it. Calls that want it at the same time wait for one answer. */
export const askProof = (): Promise<boolean> =>
  (asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined;
  }));

/** Stands by until a call wants to know who sits before the screen: then there is something to answer with, and the call goes on. */
export function useProofAsked(): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let settle: Answer | undefined;
    const end = standBy(() => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      settle = resolve;
      setAnswer(() => resolve);
      return promise;
    });
    return () => {
      end();
      // Whoever waits is not left waiting by a page that is gone.
      settle?.(false);
    };
  }, []);
  if (answer === undefined) return undefined;
  return (isProved) => {
    answer(isProved);
    setAnswer(undefined);
  };
}
