/** Endings of addresses people write; any other word with a dot in it is a sentence without a space. */
const ENDINGS = "com|net|org|ph|io|me|gg|tv|app|link|info|top|xyz|site|online|shop|club|vip|bet|win|asia|co|ly";
const LINK = new RegExp(String.raw`https?:|www\s*[.。]|[\p{L}\p{N}]\s*(?:[.。]|\(dot\)|\[dot\])\s*(?:${ENDINGS})(?![\p{L}\p{N}])|@[\p{L}\p{N}_]{3}`, "iu");

/** Whether a text leads elsewhere: an address of the web, however its dots are written, or somebody's name in another service. */
export const holdsLink = (said: string): boolean => LINK.test(said.normalize("NFKC"));
