import { deckOf, hashOfHex, hitterOf } from "@laro/engines/pvp/cardGame";
import { hmacSha256 } from "@laro/engines/sha256";
import type { View } from "./room.ts";

type Reveal = NonNullable<View["reveal"]>;

/** The cards a seat was dealt: the hitter's 13 come first, then 12 for each seat to the right. */
export function dealtTo(reveal: Reveal, seat: number, seats: number): number[] {
  const bytes = reveal.bytes.filter((one) => one !== null);
  const deck = deckOf({ hmac: hmacSha256, seed: reveal.seed, bytes, nonce: reveal.nonce });
  const step = (seat - reveal.hitter + seats) % seats;
  const from = step === 0 ? 0 : 13 + (step - 1) * 12;
  return deck.slice(from, from + (step === 0 ? 13 : 12));
}

/** Deals a hand again in this browser: whether the seed is the one promised before it, each seat's bytes are what it promised, and the cards are those that were seen. */
export function checkDeck(
  reveal: Reveal,
  promised: string,
  { seat, seats, dealt }: { seat: number; seats: number; dealt: readonly number[] | undefined },
): boolean {
  if (hashOfHex(reveal.seed) !== reveal.seedHash || reveal.seedHash !== promised) return false;
  if (reveal.bytes.some((bytes, at) => bytes !== null && hashOfHex(bytes) !== reveal.hashes[at])) return false;
  const cards = dealtTo(reveal, seat, seats);
  const bytes = reveal.bytes.filter((one) => one !== null);
  const isFirstHand = reveal.nonce === 1;
  if (isFirstHand && hitterOf({ hmac: hmacSha256, seed: reveal.seed, bytes, nonce: reveal.nonce }, seats) !== reveal.hitter) return false;
  return dealt === undefined || dealt.every((card) => cards.includes(card));
}
