const names = ["affiliateCode", "referralCode"] as const;

/** Remembers the codes a visitor came with, so that registering later still tells who invited them (REG-13). */
export function keepInvitation(): void {
  const query = new URLSearchParams(location.search);
  for (const name of names) {
    const code = query.get(name);
    if (code) localStorage.setItem(name, code);
  }
}

/** The codes of this visit or of an earlier one. */
export function readInvitation(): { affiliateCode?: string; referralCode?: string } {
  const known = names.map((name) => [name, localStorage.getItem(name)] as const);
  return Object.fromEntries(known.filter(([, code]) => code !== null));
}
