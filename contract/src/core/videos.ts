const HOSTS = /^(?:(?:www\.|m\.)?youtube\.com|youtu\.be|(?:www\.)?youtube-nocookie\.com)$/;
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
const SHORT_PATH = /^\/(?:embed\/|shorts\/|live\/)?([^/]*)$/;

/** The eleven signs of a video at YouTube, read off any of its addresses; undefined for any other address, and for one that is not https. */
export function youTubeIdOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password, port, pathname, searchParams } = new URL(address);
  if (protocol !== "https:" || username !== "" || password !== "" || port !== "" || !HOSTS.test(hostname)) return undefined;
  const id = pathname === "/watch" ? searchParams.get("v") : SHORT_PATH.exec(pathname)?.[1];
  return id !== null && id !== undefined && VIDEO_ID.test(id) ? id : undefined;
}

/** The frame a video plays in: it sets no cookie before somebody plays. */
export const videoFrameOf = (id: string): string => `https://www.youtube-nocookie.com/embed/${id}`;
