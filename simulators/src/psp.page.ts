import type { Payment } from "./psp.book.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

interface Look {
  /** What stands in the page's head. */
  readonly scheme: string;
  readonly asks: string;
  readonly merchantWord: string;
  /** Colours of the scheme, in the light and in the dark. */
  readonly colour: string;
  readonly colourInDark: string;
  /** How round the card and its buttons are. */
  readonly radius: string;
}

/** How the page looks by method: a code's slip, two plain e-wallets, a plain bank. */
const looks: Readonly<Record<string, Look>> = {
  QRPH: { scheme: "QR Ph", asks: "Pay by bank or wallet", merchantWord: "Merchant", colour: "#0b3d91", colourInDark: "#2f6bdf", radius: "20px" },
  GCASH: { scheme: "GCash", asks: "Pay with your wallet", merchantWord: "Pay to", colour: "#0a5bd6", colourInDark: "#2468d6", radius: "28px" },
  MAYA: { scheme: "Maya", asks: "Pay with your wallet", merchantWord: "Pay to", colour: "#0b7a4b", colourInDark: "#0d8252", radius: "28px" },
  BANK: { scheme: "Online banking", asks: "Confirm this transfer", merchantWord: "Beneficiary", colour: "#27364f", colourInDark: "#4a5f86", radius: "6px" },
};

const lookOf = ({ method }: Payment): Look => looks[method] ?? looks["QRPH"]!;

const style = ({ colour, colourInDark, radius }: Look): string => `
  :root{--scheme:${colour};--radius:${radius}}
  *{box-sizing:border-box}
  body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,400px);place-content:center;padding:24px;background:#eef1f6;color:#172033;font:16px/1.5 system-ui,sans-serif}
  main{background:#fff;border-radius:var(--radius);overflow:hidden;padding:32px;box-shadow:0 12px 40px #17203318}
  .scheme{display:flex;justify-content:space-between;align-items:baseline;margin:-32px -32px 0;padding:18px 32px;background:var(--scheme);color:#fff;font-size:13px}
  .scheme b{font-size:17px;letter-spacing:.02em}
  h1{margin:24px 0 4px;font-size:18px;font-weight:600}
  .amount{margin:0 0 24px;font-size:clamp(26px,8.5vw,40px);font-weight:700;font-variant-numeric:tabular-nums}
  dl{margin:0 0 28px;display:grid;grid-template-columns:auto 1fr;gap:6px 16px;font-size:14px}
  dt{color:#57617a} dd{margin:0;text-align:right;overflow-wrap:anywhere}
  form{display:grid;gap:10px}
  button,a.back{display:block;min-height:48px;padding:12px;border:0;border-radius:min(var(--radius),14px);font:600 16px/24px system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
  .pay{background:var(--scheme);color:#fff} .decline,a.back{background:#e6eaf2;color:#172033}
  :focus-visible{outline:3px solid #f5a524;outline-offset:2px}
  .stamp{display:inline-block;padding:4px 12px;border-radius:99px;font-size:14px;font-weight:600}
  .paid{background:#d9f5e5;color:#0b5c34} .failed{background:#fde3e3;color:#8f1d1d}
  @media (prefers-color-scheme:dark){:root{--scheme:${colourInDark}}body{background:#0d1220;color:#e8ecf6}main{background:#182036}dt{color:#a3aec8}.decline,a.back{background:#2a3552;color:#e8ecf6}}`;

const document = (look: Look, title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style(look)}</style></head><body><main><div class="scheme"><b>${look.scheme}</b><span>Payment simulator</span></div>${content}</main></body></html>`;

const grouped = (amount: string): string => amount.replace(/\B(?=([0-9]{3})+\.)/g, ",");

const facts = (payment: Payment, title: string): string => {
  const { amount, id, at } = payment;
  return `
  <h1>${title}</h1><p class="amount">₱${grouped(amount)}</p>
  <dl><dt>${lookOf(payment).merchantWord}</dt><dd>LARO, Manila</dd><dt>Reference</dt><dd>${id}</dd><dt>Time</dt><dd>${at.toLocaleString("en-PH", { timeZone: "Asia/Manila" })}</dd></dl>`;
};

const stamps = { paid: "Paid", failed: "Not paid", expired: "Expired" } as const;

/** The page a payer sees: the choice while the payment is open, the receipt afterwards. Works without scripts. */
export function paymentPage(payment: Payment, { now, backUrl }: { now: Date; backUrl: string }): string {
  const state = payment.state === "open" && new Date(payment.expiresAt) <= now ? "expired" : payment.state;
  if (state === "open") {
    const buttons = `<button class="pay" name="answer" value="pay">Pay ₱${grouped(payment.amount)}</button><button class="decline" name="answer" value="decline">Decline</button>`;
    return document(lookOf(payment), "Pay LARO", `${facts(payment, lookOf(payment).asks)}<form method="post">${buttons}</form>`);
  }
  const stamp = `<span class="stamp ${state === "paid" ? "paid" : "failed"}" role="status">${stamps[state]}</span>`;
  return document(lookOf(payment), `${stamps[state]} · LARO`, `${facts(payment, stamp)}<a class="back" href="${escape(backUrl)}">Back to the merchant</a>`);
}

export const missingPage = (): string => document(looks["QRPH"]!, "Not found", "<h1>There is no such payment.</h1>");
