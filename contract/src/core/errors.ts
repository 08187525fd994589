/**
 * Every refusal the platform can answer, with its HTTP status. One closed table: a code that is not here does not compile.
 * The sentence for each stands in the locales under `errors.<code>`; data named there is filled from the refusal's data.
 */
export const errorStatus = {
  "request.invalid": 400,
  "request.malformed": 400,
  "request.too_large": 413,
  "request.too_many": 429,
  "request.unknown_endpoint": 404,
  "request.wrong_method": 405,
  "request.id_reused": 409,
  "request.seal_invalid": 400,
  "request.seal_replayed": 409,
  "request.unsupported_media": 415,
  "server.unknown": 500,
  "server.busy": 503,
  "server.pending": 503,
  "sessions.required": 401,
  "sessions.forbidden": 403,
  "sessions.real_account_needed": 403,
  "sessions.password_change_needed": 403,
  "sessions.wrong_credentials": 401,
  "sessions.captcha_required": 400,
  "sessions.captcha_wrong": 400,
  "sessions.not_member": 403,
  "sessions.not_agent": 403,
  "sessions.account_closed": 403,
  "accounts.name_taken": 409,
  "accounts.rule_broken": 400,
  "accounts.registration_closed": 403,
  "accounts.old_password_wrong": 400,
  "accounts.password_locked": 429,
  "accounts.password_default": 400,
  "accounts.password_same": 400,
  "accounts.invitation_unknown": 400,
  "accounts.payment_password_missing": 409,
  "accounts.payment_password_wrong": 403,
  "accounts.payment_password_locked": 429,
  "accounts.not_found": 404,
  "wallet.insufficient_funds": 409,
  "wallet.closed": 403,
  "wallet.not_found": 404,
  "wallet.already_reversed": 409,
  "wallet.line_not_found": 404,
  "limits.loss_reached": 403,
  "limits.stake_reached": 403,
  "limits.deposit_reached": 403,
  "limits.time_reached": 403,
  "limits.kyc_required": 403,
  "limits.not_lower": 400,
  "protection.excluded": 403,
  "protection.reality_check": 409,
  "protection.period_closed": 400,
  "protection.still_firm": 409,
  "protection.not_found": 404,
  "images.not_an_image": 400,
  "images.too_large": 413,
  "images.not_found": 404,
  "games.not_found": 404,
  "games.closed": 403,
  "rounds.below_minimum": 400,
  "rounds.above_maximum": 400,
  "rounds.stake_step": 400,
  "rounds.choice_invalid": 400,
  "rounds.not_found": 404,
  "seeds.round_running": 409,
  "deposits.below_minimum": 400,
  "deposits.above_maximum": 400,
  "deposits.method_closed": 403,
  "deposits.provider_unreachable": 503,
  "deposits.not_found": 404,
  "deposits.daily_maximum": 409,
  "deposits.not_awaiting_slip": 409,
  "deposits.not_submitted": 409,
  "deposits.bonus_unknown": 404,
  "deposits.bonus_closed": 409,
  "bonuses.not_found": 404,
  "bonuses.not_active": 409,
  "bonuses.turnover_open": 409,
  "transfers.wallet_unknown": 404,
  "transfers.same_wallet": 400,
  "transfers.closed": 403,
  "transfers.no_upline": 409,
  "transfers.not_downline": 404,
  "transfers.daily_maximum": 409,
  "transfers.not_verified": 403,
  "adjustments.not_found": 404,
  "adjustments.not_proposed": 409,
  "adjustments.own_proposal": 403,
  "adjustments.not_reversible": 409,
  "reconciliation.not_found": 404,
  "reconciliation.report_unreachable": 503,
  "reconciliation.day_not_over": 409,
  "aml.not_found": 404,
  "aml.not_open": 409,
  "payoutAccounts.not_found": 404,
  "payoutAccounts.duplicate": 409,
  "payoutAccounts.too_many": 409,
  "payoutAccounts.name_differs": 409,
  "withdrawals.below_minimum": 400,
  "withdrawals.above_maximum": 400,
  "withdrawals.turnover_open": 409,
  "withdrawals.not_pending": 409,
  "withdrawals.not_paid": 409,
  "withdrawals.not_found": 404,
  "withdrawals.daily_maximum": 409,
  "withdrawals.daily_count": 409,
  "withdrawals.own_approval": 403,
  "withdrawals.not_excluded": 409,
  "withdrawals.proof_needed": 400,
  "withdrawals.proofs_full": 409,
  "withdrawals.remaining_needed": 400,
  "withdrawals.remaining_too_large": 400,
  "withdrawals.case_closed": 409,
  "withdrawals.not_investigated": 409,
  "withdrawals.return_not_proposed": 409,
  "withdrawals.own_return": 403,
  "messages.not_found": 404,
  "settings.unknown_flag": 404,
  "webhooks.signature_wrong": 401,
  "webhooks.too_old": 401,
  "webhooks.reference_unknown": 404,
  "webhooks.contradiction": 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** What a refusal carries beside its code: figures for the sentence, and `field` when one input is at fault. */
export type RefusalValues = Readonly<Record<string, string | number | boolean>>;

/** A refusal for the user: thrown by rules, answered by the binder with the code's HTTP status. Never a fault of ours. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly values: RefusalValues;

  constructor(code: ErrorCode, values: RefusalValues = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.values = values;
  }
}

/** Refuses the user with a code of the closed table; `values` fill the sentence, `field` points at the input at fault. */
export function refuse(code: ErrorCode, values: RefusalValues = {}): never {
  throw new Refusal(code, values);
}
