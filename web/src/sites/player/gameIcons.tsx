import { Bird, CircleDot, Dices, Fish, Flame, Gamepad2, Joystick, Club, Ticket, Trophy, Video } from "lucide-react";
import type { ReactNode } from "react";
import type { GamePageType } from "../../features/games/games.api.ts";

/** What stands for a kind of games in menus. */
export const gameIcons = {
  BGS: <Dices />,
  HOT: <Flame />,
  ELOTT: <CircleDot />,
  LOTT: <Ticket />,
  LIVE: <Video />,
  SPORTS: <Trophy />,
  FISH: <Fish />,
  RNG: <Joystick />,
  PVP: <Club />,
  ESPORTS: <Gamepad2 />,
  COCKFIGHT: <Bird />,
} as const satisfies Record<Exclude<GamePageType, "ALL">, ReactNode>;
