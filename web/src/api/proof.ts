/** Asks whoever sits before the screen to show once more that it is them; answers whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** The site's way of asking; it takes the place of an older one and is taken back by what it answers. */
export function setProofAsker(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Asks for the proof a call was refused for; false where nobody is there to give it. */
export const askProof = async (): Promise<boolean> => (await ask?.()) === true;
