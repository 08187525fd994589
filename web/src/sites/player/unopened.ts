/** Pages of the specification that hold nothing yet; each has its address and says so. Only `Seamless` and the lotteries are games' pages (ROUTE-35). */
export const unopenedPages = [
  { path: "/vip", page: "vip", login: "free" },
  { path: "/fav", page: "favorite", login: "asked" },
  { path: "/favorite", page: "favorite", login: "asked" },
  { path: "/recent", page: "recent", login: "asked" },
  { path: "/pointMall", page: "pointMall", login: "free" },
  { path: "/seamless", page: "seamless", login: "free" },
  { path: "/lottery", page: "lottery", login: "needed" },
  { path: "/lottert", page: "lottery", login: "needed" },
  { path: "/seaLottery", page: "seaLottery", login: "needed" },
  { path: "/vnLottery", page: "vnLottery", login: "needed" },
] as const;

/** `needed` sends a visitor to the login, `asked` opens it over the page (ROLE-04). */
export type Unopened = (typeof unopenedPages)[number];

export const findUnopened = (path: string): Unopened | undefined =>
  unopenedPages.find((one) => one.path.toLowerCase() === path.toLowerCase().replace(/\/$/, ""));
