import type { Game } from "@laro/contract/games";
import { useLocation } from "wouter";
import { useFault } from "../../api/query.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useLaunch } from "../../features/games/games.api.ts";
import { showToast } from "../../ui/Toast.tsx";
import { openDialog } from "./dialogs.ts";
import { answerOf } from "./session.ts";

/** What pressing a game does: a visitor is asked to log in, a member goes where the server says. */
export function usePlay(): (game: Pick<Game, "nodeId">) => void {
  const isLoggedIn = useIsLoggedIn();
  const fault = useFault();
  const [, navigate] = useLocation();
  const { mutateAsync } = useLaunch();
  // A vendor's game is a document of its own, whose policy lets it stand in a frame.
  const go = (route: string): void => (route.startsWith("/seamless") ? location.assign(route) : navigate(route));
  return ({ nodeId }) => {
    if (!isLoggedIn) return openDialog("login");
    // A dialog that asked for it may be gone when the answer comes.
    void mutateAsync({ nodeId }).then(
      ({ route }) => go(route),
      (error: Error) => answerOf(error) ?? showToast(fault(error).text, "problem"),
    );
  };
}
