/** Pages of the specification that hold nothing yet; each has its address and says so. */
export const unopenedPages = [
  { path: "/vip", page: "vip", login: "free" },
  { path: "/pointMall", page: "pointMall", login: "free" },
  { path: "/lottery", page: "lottery", login: "needed" },
  { path: "/lottert", page: "lottery", login: "needed" },
  { path: "/seaLottery", page: "seaLottery", login: "needed" },
  { path: "/vnLottery", page: "vnLottery", login: "needed" },
] as const;

/** `needed` sends a visitor to the login. */
export type Unopened = (typeof unopenedPages)[number];

export const findUnopened = (path: string): Unopened | undefined =>
  unopenedPages.find((one) => one.path.toLowerCase() === path.toLowerCase().replace(/\/$/, ""));
