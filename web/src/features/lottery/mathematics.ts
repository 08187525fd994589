import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { useEffect, useState } from "react";

type Game = LotteryEngine<unknown>;

/** The mathematics of a game comes when its page opens: those of one family together. */
const families: Readonly<Record<string, () => Promise<unknown>>> = {
  PH_2D: async () => (await import("@laro/engines/lottery/ph")).ph2d,
  PH_3D: async () => (await import("@laro/engines/lottery/ph")).ph3d,
  PH_4D: async () => (await import("@laro/engines/lottery/ph")).ph4d,
  SEA_4D: async () => (await import("@laro/engines/lottery/sea")).sea4d,
  SEA_5D: async () => (await import("@laro/engines/lottery/sea")).sea5d,
  VN_SOUTH: async () => (await import("@laro/engines/lottery/vn")).vnSouth,
  VN_CENTRAL: async () => (await import("@laro/engines/lottery/vn")).vnCentral,
  VN_NORTH: async () => (await import("@laro/engines/lottery/vn")).vnNorth,
  PK10: async () => (await import("@laro/engines/lottery/pk10")).pk10,
  PK10_5: async () => (await import("@laro/engines/lottery/pk10")).pk10Five,
  K3: async () => (await import("@laro/engines/lottery/k3")).k3,
  SSC: async () => (await import("@laro/engines/lottery/ssc")).ssc,
  SSC_5: async () => (await import("@laro/engines/lottery/ssc")).sscFive,
  C11X5: async () => (await import("@laro/engines/lottery/c11x5")).c11x5,
  LUCKY28: async () => (await import("@laro/engines/lottery/lucky28")).lucky28,
};

/** The mathematics of a lottery; undefined while it comes, an error where it does not. */
export function useMathematics(gameCode: string): { readonly game: Game | undefined; readonly error: Error | null; readonly again: () => void } {
  const [found, setFound] = useState<{ code: string; game?: Game; error?: Error }>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const load = families[gameCode];
    load?.().then(
      (game) => setFound({ code: gameCode, game: game as Game }),
      (error: Error) => setFound({ code: gameCode, error }),
    );
  }, [gameCode, tries]);
  const mine = found?.code === gameCode ? found : undefined;
  return { game: mine?.game, error: mine?.error ?? null, again: () => setTries((count) => count + 1) };
}
