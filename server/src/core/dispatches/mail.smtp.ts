import { isLanguage, localeOf } from "@laro/locales/t";
import type { SMTPTransportOptions } from "nodemailer/lib/smtp-transport";
import { LetterRefused, type LetterPort } from "../../platform/letters.ts";

/** A mail server always answers within this, at each step, or counts as silent. */
const PROVIDER_TIMEOUT_MS = 10_000;
const ADDRESS_LENGTH_MAX = 254;
/** One plain address: no names, lists, quotes, comments or routes, which a mail server could read as another than we do. */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/;
const ON_THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const PERMANENT = 500;

/** How a mail server is spoken to: encrypted from the start (`smtps`) or from the second word on (`smtp`), and in clear on this machine alone. */
export function connectionOf(smtpUrl: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !ON_THIS_MACHINE.test(hostname),
    ignoreTLS: !secure && ON_THIS_MACHINE.test(hostname),
    ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: PROVIDER_TIMEOUT_MS,
    greetingTimeout: PROVIDER_TIMEOUT_MS,
    socketTimeout: PROVIDER_TIMEOUT_MS,
    dnsTimeout: PROVIDER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The words of a mail server that said no for good; any other fault is tried again. */
function wordsOf(error: unknown): string | undefined {
  const { responseCode, response } = error as { responseCode?: number; response?: string };
  return responseCode !== undefined && responseCode >= PERMANENT ? (response ?? "") : undefined;
}

/** E-mail by SMTP. A letter's id is its Message-ID, by which a mailbox knows one that came twice. */
export function openMail({ smtpUrl, from }: { smtpUrl: string; from: string }): LetterPort {
  const connection = connectionOf(smtpUrl);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    send: async ({ id, target, subject, body, language }, signal) => {
      if (target.length > ADDRESS_LENGTH_MAX || !ADDRESS.test(target)) throw new LetterRefused("The address is not one plain e-mail address.");
      if (subject === null || /\p{Cc}/u.test(subject)) throw new LetterRefused("The subject is not one line.");
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(connection);
      signal.addEventListener("abort", () => transport.close(), { once: true });
      const messageId = `<${id}@${domain}>`;
      const headers = { "Auto-Submitted": "auto-generated", "Content-Language": isLanguage(language) ? localeOf[language] : "en" };
      try {
        await transport.sendMail({
          from: { name: "", address: from },
          to: { name: "", address: target },
          envelope: { from, to: [target] },
          messageId,
          subject,
          text: body,
          headers,
        });
        return { reference: messageId };
      } catch (error) {
        const words = wordsOf(error);
        throw words === undefined ? error : new LetterRefused(words);
      } finally {
        transport.close();
      }
    },
  };
}
