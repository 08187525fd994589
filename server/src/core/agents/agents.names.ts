/** Enough to know someone by, too little to try a login with: all but the first and last letters of an account's name are hidden. */
export const hideName = (name: string): string => `${name.slice(0, 1)}***${name.slice(-1)}`;

/** What members read of their agent: the nickname, else the hidden account name; a nickname nobody chose is the account's name. */
export const shownNameOf = ({ nickname, name }: { readonly nickname: string; readonly name: string }): string =>
  nickname === "" || nickname.toLowerCase() === name.toLowerCase() ? hideName(name) : nickname;
