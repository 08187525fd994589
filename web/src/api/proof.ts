import { useEffect, useState } from "react";

/** Asks whoever sits before the screen to show once more that it is them; answers whether they did. */
type Ask = () => Promise<boolean>;
type Answer = (isProved: boolean) => void;

let ask: Ask | undefined;

/** Stands by until a call wants to know who sits before the screen: then there is something to answer with, and the call goes on. */
export function useProofAsked(): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const mine: Ask = () => new Promise((resolve) => setAnswer(() => resolve));
    ask = mine;
    return () => {
      if (ask === mine) ask = undefined;
    };
  }, []);
  if (answer === undefined) return undefined;
  return (isProved) => {
    answer(isProved);
    setAnswer(undefined);
  };
}

/** Asks for the proof a call was refused for; false where nobody is there to give it. */
export const askProof = async (): Promise<boolean> => (await ask?.()) === true;
