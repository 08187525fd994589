import { content } from "@laro/contract/content";
import type { Video } from "@laro/contract/core/contentShown";
import { videoFrameOf } from "@laro/contract/core/videos";
import { localeOf } from "@laro/locales/t";
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSpeech } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { ContentPicture } from "./ContentPicture.player.tsx";

/** The player runs its own scripts on its own origin, and leads nowhere but into a new window. */
const SANDBOX = "allow-scripts allow-same-origin allow-presentation allow-popups";

/** The operator's videos in the reader's language; without one there is no section. `banner` stands beside them. */
export function Videos({ banner }: { banner?: ReactNode }) {
  const { t, language } = useSpeech();
  const { list } = useHomeShows(language);
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="videos" className="grid gap-3">
      <h2 id="videos" className="flex min-h-10 items-center text-lg font-bold">
        {t("content.videos")}
      </h2>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <ul role="list" className="contents">
          {list.map((video) => (
            <li key={video.videoId} className="grid content-start gap-2">
              <VideoBox video={video} />
              <h3 className="text-sm font-semibold">{video.title}</h3>
              {video.summary !== "" && <p className="text-sm text-muted">{video.summary}</p>}
            </li>
          ))}
        </ul>
        <div>{banner}</div>
      </div>
    </section>
  );
}

const nothing = { list: [], matches: [] } as const;

/** Videos and hot matches of the home page, in one answer. */
export const useHomeShows = (language: string) => useApiQuery(content.videos, { language }).data ?? nothing;

/** A poster; only a press loads anything of where the video is kept. */
function VideoBox({ video: { videoId, title, picture } }: { video: Video }) {
  const { t, language } = useSpeech();
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying)
    return (
      <iframe
        src={`${videoFrameOf(videoId)}?autoplay=1&rel=0&hl=${localeOf[language]}`}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        sandbox={SANDBOX}
        // Without its origin the player refuses to play.
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video w-full rounded-md bg-black"
      />
    );
  return (
    <button
      type="button"
      aria-label={t("content.watch", { title })}
      onClick={() => setPlaying(true)}
      className="group relative grid aspect-video w-full place-items-center overflow-hidden rounded-md bg-linear-to-br from-[#2d1a66] to-[#0c1530]"
    >
      {picture && (
        <ContentPicture picture={{ ...picture, alt: "" }} sizes="(min-width: 1280px) 30vw, 92vw" className="absolute inset-0 size-full object-cover" />
      )}
      <span className="relative grid size-16 place-items-center rounded-pill bg-action text-on-action transition group-hover:scale-105">
        <Play aria-hidden="true" className="ms-1 size-7 fill-current" />
      </span>
    </button>
  );
}
