import type { Game } from "@laro/contract/games";
import { useLocation } from "wouter";
import { useFault } from "../../api/query.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { useLaunch } from "../../features/games/games.api.ts";
import { useDemo } from "../../features/games/info.api.ts";
import { showToast } from "../../ui/Toast.tsx";
import { openDialog } from "./dialogs.ts";
import { glide } from "./glide.ts";
import { answerOf } from "./session.ts";
import { keepWaiting, type WaitingGame } from "./waiting.ts";

type Pressed = Pick<Game, "nodeId"> & Partial<WaitingGame>;

/** What pressing a game does: a visitor is asked to log in and finds it waiting after that, a member goes where the server says. */
export function usePlay(): (game: Pressed) => void {
  const isLoggedIn = useIsLoggedIn();
  const go = useGo();
  const { mutateAsync } = useLaunch();
  return ({ nodeId, displayName }) => {
    keepWaiting(isLoggedIn || displayName === undefined ? null : { nodeId, displayName });
    if (isLoggedIn) go(mutateAsync({ nodeId }));
    else openDialog("login");
  };
}

/** Tries a game without money, which visitors may too. */
export function useDemoPlay(): (game: Pressed) => void {
  const go = useGo();
  const { mutateAsync } = useDemo();
  return ({ nodeId }) => go(mutateAsync({ nodeId }));
}

/** Leads where the answer says; whoever asked may be gone when it comes. */
function useGo(): (answer: Promise<{ route: string }>) => void {
  const fault = useFault();
  const [, navigate] = useLocation();
  return (answer) =>
    void answer.then(
      // A vendor's game is a document of its own, whose policy lets it stand in a frame.
      ({ route }) => (route.startsWith("/seamless") ? location.assign(route) : glide(() => navigate(route))),
      (error: Error) => answerOf(error) ?? showToast(fault(error).text, "problem"),
    );
}
