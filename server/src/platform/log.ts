import pino from "pino";

export type Log = pino.Logger;

/** One line per event; secrets never reach it, whatever object they sit in. */
export function createLog(level: string = process.env["LARO_LOG"] ?? "warn"): Log {
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
  return pino({ level, redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" } });
}
