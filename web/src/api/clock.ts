let aheadMs = 0;

/** Sets the clock by what the server said so long ago: a device's own may be wrong by hours. */
export function setClock(serverTime: string, agoMs = 0): void {
  aheadMs = Date.parse(serverTime) + agoMs - Date.now();
}

/** The present moment by the server's clock, as it was last heard. */
export const nowMs = (): number => Date.now() + aheadMs;
