import pino from "pino";

export type Log = pino.Logger;

/** What the database says beside its message quotes the row that it refused, and the values of it. */
const quoting = ["detail", "where", "hint", "internalQuery"] as const;

/** An error as a log may hold it. */
function tellError(error: Error): object {
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const field of quoting) delete told[field];
  return told;
}

/** One line per event; secrets never reach it, whatever object they sit in. It goes to the standard output unless said otherwise. */
export function createLog(level: string = process.env["LARO_LOG"] ?? "warn", to?: pino.DestinationStream): Log {
  const secret = [
    "password",
    "oldPassword",
    "newPassword",
    "confirmPassword",
    "confirmNewPassword",
    "paymentPassword",
    "token",
    "ticket",
    "sealed",
    "authorization",
    "captcha",
    "verificationCode",
    "idNumber",
    "number",
  ];
  return pino(
    { level, serializers: { err: tellError }, redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" } },
    to ?? pino.destination(1),
  );
}
