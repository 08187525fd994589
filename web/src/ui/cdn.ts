/** Of the listed hosts so many are asked before we are. */
const COPIES_ASKED = 2;
let hosts: readonly string[] = [];

/** Takes the hosts that hold copies of our pictures, the one drawn for this load first: a browser keeps what it has of one host. */
export function keepImageHosts(listed: readonly string[]): void {
  const drawn = listed[crypto.getRandomValues(new Uint32Array(1))[0]! % listed.length];
  hosts = drawn === undefined ? [] : [drawn, ...listed.filter((host) => host !== drawn)];
}

/** Where a picture of ours is asked for, one after the other: the drawn host, another listed one, ourselves. One of any other kind is asked for twice. */
export function addressesOf(src: string): readonly string[] {
  if (hosts.length === 0 || !src.startsWith("/") || src.startsWith("//")) return [src, src];
  return [...hosts.slice(0, COPIES_ASKED).map((host) => host + src), src];
}
