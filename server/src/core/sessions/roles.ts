/** What each operator role may call, by endpoint name. Superadmins may call everything. */
const permissions = {
  superadmin: ["*"],
  finance: ["sessions.logoutOperator", "sessions.liveTicketOperator", "withdrawals.queue", "withdrawals.approve", "withdrawals.reject", "audit.list"],
  support: ["sessions.logoutOperator", "sessions.liveTicketOperator", "withdrawals.queue"],
  auditor: ["sessions.logoutOperator", "sessions.liveTicketOperator", "audit.list", "audit.verify", "settings.site", "withdrawals.queue"],
} as const satisfies Record<string, readonly string[]>;

export type OperatorRole = keyof typeof permissions;

/** The endpoints a role may call; an unknown role may call none. */
export const permissionsOf = (role: string): readonly string[] => (Object.hasOwn(permissions, role) ? permissions[role as OperatorRole] : []);
