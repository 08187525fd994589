/** Who is calling, as the server knows it: decided here, never by the client. */
export interface GuestActor {
  readonly kind: "guest";
  readonly ip: string;
}

/** What an officer's or a reviewer's word leaves an account to do; read with its session, so that no bet asks the database for it. */
export interface Standing {
  /** N none, P pending, A approved, R rejected. */
  readonly verification: string;
  readonly eligibility: string;
  /** Until when money may leave although the approval ran out; null where none did. */
  readonly withdrawUntil: Date | null;
  /** Of deposit, play, withdraw, transfer and bonus: those an officer closed. */
  readonly restrictions: readonly string[];
}

/** How sure the platform is who holds a session. */
interface Assurance {
  /** When its holder last proved who they are; null where nobody did. */
  readonly provedAt: Date | null;
  /** Until when it may neither take money out nor change how one enters; null for a full session. */
  readonly limitedUntil: Date | null;
}

/** Of a session nobody proved, and of what acts without one. */
export const unproved: Assurance = { provedAt: null, limitedUntil: null };

/** Of an account that may do whatever an unverified one may. */
export const openStanding: Standing = { verification: "N", eligibility: "open", restrictions: [], withdrawUntil: null };

export interface MemberActor extends Assurance {
  readonly kind: "member";
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly language: string;
  readonly mustChangePassword: boolean;
  readonly standing: Standing;
  readonly ip: string;
  /** SHA-256 of the session token, as base64url: names the session without being able to open it. */
  readonly session: string;
}

export interface OperatorActor extends Assurance {
  readonly kind: "operator";
  readonly id: bigint;
  readonly name: string;
  readonly roles: readonly string[];
  /** Endpoint names this operator may call; `*` for all. */
  readonly permissions: readonly string[];
  readonly mustChangePassword: boolean;
  /** May only bind a second factor, because none is bound. */
  readonly factorMissing: boolean;
  readonly ip: string;
  readonly session: string;
}

export type SignedInActor = MemberActor | OperatorActor;
export type Actor = GuestActor | SignedInActor;
