import { Button } from "../ui/Button.tsx";
import { SleepingParol } from "../ui/art/scenes.tsx";

/** Shown when not even the first call is answered, so before any catalogue is there: the one screen with words of its own. */
export function Unreachable({ error }: { error: unknown }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <SleepingParol />
      <h1 className="text-xl font-bold">Network link abnormal, please retry.</h1>
      <p className="text-muted">{error instanceof Error ? error.message : ""}</p>
      <Button onClick={() => location.reload()}>Retry</Button>
    </main>
  );
}
