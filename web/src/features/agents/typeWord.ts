import { useT, type Key } from "../../api/language.ts";

const words: Partial<Record<number, Key>> = {
  0: "agents.type0",
  1: "agents.type1",
  2: "agents.type2",
  41: "agents.type41",
  42: "agents.type42",
  4: "agents.type4",
};

/** An account's type in words; a number the specification does not know is shown as it is. */
export function useTypeWord(): (type: number) => string {
  const t = useT();
  return (type) => {
    const word = words[type];
    return word === undefined ? String(type) : t(word);
  };
}
