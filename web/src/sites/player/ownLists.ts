/** The pages of a member's own games; the specification names the favourites twice (ROUTE-23, ROUTE-27). */
export const ownLists = [
  { path: "/fav", page: "favorite", list: "favourites" },
  { path: "/favorite", page: "favorite", list: "favourites" },
  { path: "/recent", page: "recent", list: "recents" },
] as const;
