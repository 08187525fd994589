/** What a browser hands a page that it would put onto the home screen; it asks once. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

let offered: InstallPrompt | undefined;

/** Keeps the browser's offer for our own button, instead of its bar. */
export const keepInstall = (): void =>
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = event as InstallPrompt;
  });

export const canInstall = (): boolean => offered !== undefined;

/** Has the browser ask, once. */
export async function install(): Promise<void> {
  const prompt = offered;
  offered = undefined;
  await prompt?.prompt();
}
