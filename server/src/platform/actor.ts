/** Who is calling, as the server knows it: decided here, never by the client. */
export interface GuestActor {
  readonly kind: "guest";
  readonly ip: string;
}

export interface MemberActor {
  readonly kind: "member";
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly language: string;
  readonly mustChangePassword: boolean;
  readonly ip: string;
  /** SHA-256 of the session token, as base64url: names the session without being able to open it. */
  readonly session: string;
}

export interface OperatorActor {
  readonly kind: "operator";
  readonly id: bigint;
  readonly name: string;
  readonly role: string;
  /** Endpoint names this operator may call; `*` for all. */
  readonly permissions: readonly string[];
  readonly mustChangePassword: boolean;
  readonly ip: string;
  readonly session: string;
}

export type SignedInActor = MemberActor | OperatorActor;
export type Actor = GuestActor | SignedInActor;
