import { people } from "./idp.grants.ts";

const style = `
  *{box-sizing:border-box}
  body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,400px);place-content:center;padding:24px;background:#eef1f6;color:#172033;font:16px/1.5 system-ui,sans-serif}
  main{background:#fff;border-radius:20px;padding:32px;box-shadow:0 12px 40px #17203318}
  h1{margin:0 0 4px;font-size:22px} p{margin:0 0 24px;color:#57617a}
  form{display:grid;gap:10px}
  button{min-height:48px;padding:12px 16px;border:1px solid #c3cbdb;border-radius:14px;background:#fff;color:#172033;font:600 16px/24px system-ui,sans-serif;text-align:left;cursor:pointer;overflow-wrap:anywhere}
  button small{display:block;font-weight:400;color:#57617a} .deny{border-color:transparent;background:#e6eaf2;text-align:center}
  :focus-visible{outline:3px solid #f5a524;outline-offset:2px}
  @media (prefers-color-scheme:dark){body{background:#0d1220;color:#e8ecf6}main{background:#182036}p,button small{color:#a3aec8}button{background:#182036;color:#e8ecf6;border-color:#42507a}.deny{background:#2a3552;border-color:transparent}}`;

const document = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;

/** Where somebody says who they are; the form goes back to the address that was asked for. Works without scripts. */
export function peoplePage(provider: "Google" | "Facebook"): string {
  const buttons = people.map(({ key, name, email }) => `<button name="answer" value="${key}">${name}<small>${email}</small></button>`).join("");
  const deny = `<button class="deny" name="answer" value="deny">Do not continue</button>`;
  return document(
    `${provider} simulator`,
    `<h1>Continue with ${provider}</h1><p>This is a simulator: choose who you are.</p><form method="post">${buttons}${deny}</form>`,
  );
}

export const faultPage = (): string => document("Not possible", "<h1>This sign-in is not possible.</h1><p>The request does not come from a known site.</p>");
