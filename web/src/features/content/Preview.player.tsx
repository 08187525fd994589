import { content } from "@laro/contract/content";
import type { Announcement, Article, ContentResource, HotMatch, Post, SiteText, Video } from "@laro/contract/core/contentShown";
import { type PublicPicture, pictureSet, pictureUrl } from "@laro/contract/core/pictures";
import { type ReactNode, useLayoutEffect } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { readPreview } from "../../api/preview.ts";
import { useApiQuery } from "../../api/query.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Marquee } from "../../ui/Marquee.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { MatchCard } from "./Matches.player.tsx";

type Reader = "guest" | "member";

/** One version of one item as the site will show it, in the language, the colours and to the reader its address names. Links lead nowhere here. */
export function PreviewPlayer() {
  const t = useT();
  const asked = readPreview();
  const { language } = useSpeech();
  const refusal = useRefusal();
  const ticket = asked?.get("ticket") ?? "";
  const shown = useApiQuery(content.preview, { ticket, language }, { enabled: ticket !== "" });
  const theme = asked?.get("theme") === "light" ? "light" : "dark";
  const reader = asked?.get("as") === "member" ? "member" : "guest";
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <main aria-label={t("content.part.preview")} className="mx-auto grid max-w-400 gap-6 p-4 sm:p-6" onClickCapture={holdLinks}>
      <h1 className="sr-only">{t("content.part.preview")}</h1>
      {ticket === "" && <Absent>{t("errors.content.preview_over")}</Absent>}
      {shown.data !== undefined && <Shown {...shown.data} reader={reader} />}
      {shown.isLoading && <Skeleton className="h-64 w-full" />}
      {shown.error && <RefusedState {...refusal(shown)} />}
    </main>
  );
}

/** Whoever looks at a draft stays at it. */
function holdLinks(event: { target: EventTarget; preventDefault: () => void; stopPropagation: () => void }): void {
  if (!(event.target instanceof Element) || event.target.closest("a") === null) return;
  event.preventDefault();
  event.stopPropagation();
}

interface ShownProps {
  announcement: Announcement | null;
  article: Article | null;
  text: SiteText | null;
  video: Video | null;
  match: HotMatch | null;
  resource: ContentResource | null;
  post: Post | null;
  reader: Reader;
}

function Shown({ announcement, article, text, video, match, resource, post, reader }: ShownProps) {
  const t = useT();
  if (announcement !== null && announcement.type !== "H") return <AnnouncementView item={announcement} reader={reader} />;
  const written = post ?? article ?? text;
  if (written !== null)
    return (
      <article className="mx-auto grid w-full max-w-200 gap-4">
        {post !== null && <Picture picture={post.picture} />}
        <h2 className="text-2xl font-extrabold">{written.title}</h2>
        {written.summary !== "" && <p className="text-lg text-muted">{written.summary}</p>}
        <RichText html={written.content} />
        {post !== null && post.steps.length > 0 && (
          <ol className="grid list-decimal gap-2 ps-6">
            {post.steps.map((step, at) => (
              <li key={at}>{step}</li>
            ))}
          </ol>
        )}
      </article>
    );
  if (video !== null)
    return (
      <figure className="grid max-w-160 gap-2">
        <Picture picture={video.picture} />
        <figcaption className="font-semibold">{video.title}</figcaption>
      </figure>
    );
  if (match !== null)
    return (
      <div className="max-w-90">
        <MatchCard match={match} />
      </div>
    );
  if (resource !== null)
    return (
      <a href={resource.url} className="w-fit rounded-pill border border-line bg-card px-5 py-2 font-semibold">
        {resource.label}
      </a>
    );
  return <Absent>{t("content.preview.nothing")}</Absent>;
}

const Absent = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-md border border-dashed border-line p-6 text-center text-muted">
    {children}
  </p>
);

/** Whom the site leaves an announcement out for. */
function isHidden(item: Announcement, reader: Reader): boolean {
  if (item.type === "B") return item.audience !== "all" && item.audience !== reader;
  return item.type === "PU" && item.execution === (reader === "guest" ? "F" : "B");
}

function AnnouncementView({ item, reader }: { item: Exclude<Announcement, { type: "H" }>; reader: Reader }) {
  const t = useT();
  if (item.platform === "M") return <Absent>{t("content.preview.phones")}</Absent>;
  if (isHidden(item, reader)) return <Absent>{t("content.preview.hidden", { reader })}</Absent>;
  if (item.type === "B")
    return (
      <>
        <h2 className="sr-only">{item.title}</h2>
        <Picture picture={item.picture} phone={item.phonePicture ?? item.picture} />
      </>
    );
  if (item.type === "PL")
    return (
      <>
        <Marquee label={t("content.preview.notice")}>{item.title}</Marquee>
        <Card item={item} />
      </>
    );
  return (
    <Card item={item}>
      {item.type === "PU" ? (
        <Picture picture={item.picture} />
      ) : (
        item.announcementImages.map(({ sequence, picture }) => <Picture key={sequence} picture={picture} />)
      )}
    </Card>
  );
}

const Card = ({ item: { title, content: html }, children }: { item: { title: string; content: string }; children?: ReactNode }) => (
  <article className="mx-auto grid w-full max-w-160 gap-4 rounded-md border border-line bg-raised p-5 shadow-float">
    {children}
    <h2 className="text-lg font-bold">{title}</h2>
    <RichText html={html} />
  </article>
);

/** A picture around its focus: 16:9, and 4:3 where a telephone shows it. */
function Picture({ picture, phone }: { picture: PublicPicture | null; phone?: PublicPicture | null }) {
  if (picture === null) return null;
  const { id, alt, focusX, focusY } = picture;
  return (
    <picture>
      {phone && <source media="(max-width: 767px)" type="image/avif" srcSet={pictureSet(phone.id, "avif")} sizes="100vw" />}
      {phone && <source media="(max-width: 767px)" type="image/webp" srcSet={pictureSet(phone.id, "webp")} sizes="100vw" />}
      <source type="image/avif" srcSet={pictureSet(id, "avif")} sizes="(max-width: 767px) 100vw, 1170px" />
      <img
        src={pictureUrl(id, 1_170, "webp")}
        srcSet={pictureSet(id, "webp")}
        sizes="(max-width: 767px) 100vw, 1170px"
        alt={alt}
        style={{ objectPosition: `${focusX}% ${focusY}%` }}
        className={`w-full rounded-md object-cover ${phone ? "aspect-[4/3] md:aspect-video" : "aspect-video"}`}
      />
    </picture>
  );
}
