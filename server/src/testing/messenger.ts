import { freePort } from "./ports.ts";
import { startSimulator } from "./simulator.ts";

export interface SentText {
  readonly id: string;
  readonly reference: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly asked: number;
  readonly arrived: boolean;
}

export interface SentMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MessengerProcess {
  readonly url: string;
  readonly smtpUrl: string;
  /** Orders a fault for the next letters, of anyone or of one target; see `simulators/src/messenger.orders.ts`. */
  readonly order: (fault: string, count?: number, target?: string) => Promise<void>;
  /** Moves the provider's clock, so that its reports are of the world's time. */
  readonly setClock: (at: Date) => Promise<void>;
  readonly listTexts: () => Promise<readonly SentText[]>;
  readonly listMails: () => Promise<readonly SentMail[]>;
  readonly stop: () => Promise<void>;
}

/** Starts the simulator of text message gateway and mail server as a process of its own. */
export async function startMessenger({ token, callbackUrl }: { token: string; callbackUrl: string }): Promise<MessengerProcess> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    MESSENGER_PORT: String(port),
    MESSENGER_SMTP_PORT: String(smtpPort),
    MESSENGER_HOST: "127.0.0.1",
    MESSENGER_TOKEN: token,
    MESSENGER_CALLBACK_URL: callbackUrl,
  };
  return remote({ url, smtpUrl: `smtp://127.0.0.1:${smtpPort}`, token }, await startSimulator({ name: "messenger", url, env }));
}

function remote({ url, smtpUrl, token }: { url: string; smtpUrl: string; token: string }, end: MessengerProcess["stop"]): MessengerProcess {
  const headers = { "x-messenger-token": token };
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`The messenger answered ${response.status} to ${method} ${path}.`);
    return response.json();
  };
  return {
    url,
    smtpUrl,
    stop: end,
    order: async (fault, count = 1, target = "") => void (await ask("POST", "/faults", { fault, count, target })),
    setClock: async (at) => void (await ask("PUT", "/clock", { at: at.toISOString() })),
    listTexts: async () => ((await ask("GET", "/texts")) as { list: SentText[] }).list,
    listMails: async () => ((await ask("GET", "/mails")) as { list: SentMail[] }).list,
  };
}
