/** The drawn pictures a member may choose from; nobody uploads one. */
export const AVATARS = 24;

/** Where one of them stands: all are in one file, a view each. */
export const avatarPath = (avatar: number): string => `/avatars.svg#a${avatar}`;
