import type { Payment } from "./psp.book.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const style = `
  *{box-sizing:border-box}
  body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,400px);place-content:center;padding:24px;background:#eef1f6;color:#172033;font:16px/1.5 system-ui,sans-serif}
  main{background:#fff;border-radius:20px;padding:32px;box-shadow:0 12px 40px #17203318}
  .scheme{display:flex;justify-content:space-between;font-size:13px;color:#57617a}
  .scheme b{color:#0b3d91;letter-spacing:.04em}
  h1{margin:24px 0 4px;font-size:18px;font-weight:600}
  .amount{margin:0 0 24px;font-size:clamp(26px,8.5vw,40px);font-weight:700;font-variant-numeric:tabular-nums}
  dl{margin:0 0 28px;display:grid;grid-template-columns:auto 1fr;gap:6px 16px;font-size:14px}
  dt{color:#57617a} dd{margin:0;text-align:right;overflow-wrap:anywhere}
  form{display:grid;gap:10px}
  button,a.back{display:block;min-height:48px;padding:12px;border:0;border-radius:12px;font:600 16px/24px system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
  .pay{background:#0b3d91;color:#fff} .decline,a.back{background:#e6eaf2;color:#172033}
  :focus-visible{outline:3px solid #f5a524;outline-offset:2px}
  .stamp{display:inline-block;padding:4px 12px;border-radius:99px;font-size:14px;font-weight:600}
  .paid{background:#d9f5e5;color:#0b5c34} .failed{background:#fde3e3;color:#8f1d1d}
  @media (prefers-color-scheme:dark){body{background:#0d1220;color:#e8ecf6}main{background:#182036}.scheme,dt{color:#a3aec8}.scheme b{color:#8fb6ff}.decline,a.back{background:#2a3552;color:#e8ecf6}.pay{background:#2f6bdf}}`;

const document = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><div class="scheme"><b>QR Ph</b><span>Payment simulator</span></div>${content}</main></body></html>`;

const grouped = (amount: string): string => amount.replace(/\B(?=([0-9]{3})+\.)/g, ",");

const facts = ({ amount, id, at }: Payment, title: string): string => `
  <h1>${title}</h1><p class="amount">₱${grouped(amount)}</p>
  <dl><dt>Merchant</dt><dd>LARO, Manila</dd><dt>Reference</dt><dd>${id}</dd><dt>Time</dt><dd>${at.toLocaleString("en-PH", { timeZone: "Asia/Manila" })}</dd></dl>`;

const stamps = { paid: "Paid", failed: "Not paid", expired: "Expired" } as const;

/** The page a payer sees: the choice while the payment is open, the receipt afterwards. Works without scripts. */
export function paymentPage(payment: Payment, { now, backUrl }: { now: Date; backUrl: string }): string {
  const state = payment.state === "open" && new Date(payment.expiresAt) <= now ? "expired" : payment.state;
  if (state === "open") {
    const buttons = `<button class="pay" name="answer" value="pay">Pay ₱${grouped(payment.amount)}</button><button class="decline" name="answer" value="decline">Decline</button>`;
    return document("Pay LARO", `${facts(payment, "Pay by bank or wallet")}<form method="post">${buttons}</form>`);
  }
  const stamp = `<span class="stamp ${state === "paid" ? "paid" : "failed"}" role="status">${stamps[state]}</span>`;
  return document(`${stamps[state]} · LARO`, `${facts(payment, stamp)}<a class="back" href="${escape(backUrl)}">Back to the merchant</a>`);
}

export const missingPage = (): string => document("Not found", "<h1>There is no such payment.</h1>");
