/** A page of the player site. `login` sends a visitor to the login; `game` has neither side menu nor footer; `indexable` stands in the sitemap. */
export interface PlayerPath {
  /** A part that begins with `:` is any one name. */
  readonly path: string;
  readonly name: string;
  readonly login?: true;
  readonly banner?: true;
  readonly game?: true;
  readonly indexable?: true;
}

/** Every page of the player site, once (ROUTE-01 to ROUTE-41): router, titles, status of an answer, links of texts and sitemap read it. */
export const playerPaths = [
  { path: "/", name: "home", indexable: true },
  { path: "/index", name: "home" },
  { path: "/index.html", name: "home" },
  { path: "/home", name: "home" },
  { path: "/login", name: "login" },
  { path: "/register", name: "register" },
  { path: "/help", name: "help", indexable: true },
  { path: "/helpmc", name: "help" },
  { path: "/vip", name: "vip", banner: true },
  { path: "/sports", name: "SPORTS", indexable: true },
  { path: "/esports", name: "ESPORTS", indexable: true },
  { path: "/lott", name: "LOTT", indexable: true },
  { path: "/elott", name: "ELOTT", indexable: true },
  { path: "/cockfight", name: "COCKFIGHT" },
  { path: "/live", name: "LIVE", indexable: true },
  { path: "/fish", name: "FISH", banner: true, indexable: true },
  { path: "/rng", name: "RNG", banner: true, indexable: true },
  { path: "/pvp", name: "PVP", banner: true, indexable: true },
  { path: "/bgs", name: "BGS", banner: true, indexable: true },
  { path: "/hot", name: "HOT", banner: true, indexable: true },
  { path: "/fav", name: "favorite", banner: true },
  { path: "/favorite", name: "favorite", banner: true },
  { path: "/recent", name: "recent", banner: true },
  { path: "/provider", name: "provider", banner: true, indexable: true },
  { path: "/lottery", name: "lottery", login: true, game: true },
  { path: "/lottert", name: "lottery", login: true, game: true },
  { path: "/seaLottery", name: "seaLottery", login: true, game: true },
  { path: "/vnLottery", name: "vnLottery", login: true, game: true },
  { path: "/seamless", name: "seamless", game: true },
  { path: "/room/:gameCode", name: "room", login: true, game: true },
  { path: "/game/:code", name: "game", indexable: true },
  { path: "/promotions", name: "promotions", banner: true, indexable: true },
  { path: "/promotions/:slug", name: "promotions", banner: true },
  { path: "/pointMall", name: "pointMall" },
  { path: "/redEnvelope", name: "redEnvelope" },
  { path: "/tournament", name: "tournament", banner: true, indexable: true },
  { path: "/fair", name: "fair", indexable: true },
  { path: "/winners", name: "winners", indexable: true },
  { path: "/download", name: "download", indexable: true },
  { path: "/guide/ios", name: "guide", indexable: true },
  { path: "/guide/android", name: "guide", indexable: true },
  { path: "/blog", name: "blog", indexable: true },
  { path: "/blog/:slug", name: "post" },
  { path: "/news", name: "news", indexable: true },
  { path: "/news/:slug", name: "post" },
  { path: "/member", name: "member", login: true },
  { path: "/member/:page", name: "member", login: true },
  { path: "/preview", name: "preview" },
  { path: "/activate", name: "activate" },
  { path: "/reset", name: "reset" },
  { path: "/social", name: "social" },
  { path: "/stop", name: "stop" },
  { path: "/verify", name: "verify" },
] as const satisfies readonly PlayerPath[];

/** The pages that begin with a title banner (ROUTE-41), as the operator's banner of one names it: each name in capitals, with its first path. */
export const listTitlePages = (): ReadonlyMap<string, string> =>
  new Map(playerPaths.filter((one) => "banner" in one && !one.path.includes(":")).map(({ path, name }) => [name.toUpperCase(), path]));

export type PlayerPathName = (typeof playerPaths)[number]["name"];

const PARAMETER = /^[A-Za-z0-9_.-]{1,80}$/;
const partsOf = (path: string): string[] => path.replace(/\/$/, "").split("/");

/** The page an address shows, without regard to case as the games' paths are written (ROUTE-35); undefined where there is none. `pathname` is without query and hash. */
export function findPlayerPath(pathname: string): (PlayerPath & { readonly name: PlayerPathName }) | undefined {
  const parts = partsOf(pathname);
  const fits = (wanted: string, at: number): boolean => {
    const part = parts[at] ?? "";
    return wanted.startsWith(":") ? PARAMETER.test(part) : wanted.toLowerCase() === part.toLowerCase();
  };
  return playerPaths.find(({ path }) => {
    const wanted = partsOf(path);
    return wanted.length === parts.length && wanted.every(fits);
  });
}
