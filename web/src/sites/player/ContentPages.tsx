import { Route, Switch, useParams, useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { Downloads, Guide, type System } from "../../features/content/Guides.player.tsx";
import { PostList, type PostPage, PostView } from "../../features/content/Posts.player.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { useTitle } from "../../ui/title.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { TitleBanner } from "./TitleBanner.tsx";

/** The pages the operator writes: blog, news, guides, and where the application comes from. */
export const ContentPages = () => (
  <Switch>
    <Route path="/blog/:slug?">
      <PostsPage page="blog" />
    </Route>
    <Route path="/news/:slug?">
      <PostsPage page="news" />
    </Route>
    <Route path="/guide/ios">
      <GuidePage system="ios" />
    </Route>
    <Route path="/guide/android">
      <GuidePage system="android" />
    </Route>
    <Route path="/download">
      <DownloadPage />
    </Route>
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

/** A list of posts or news, or the one the address names. */
function PostsPage({ page }: { page: PostPage }) {
  const t = useT();
  const { slug } = useParams<{ slug?: string }>();
  useTitle(slug === undefined ? t("content.page", { page }) : null);
  if (slug !== undefined) return <PostView page={page} slug={slug} />;
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("content.page", { page })} text={t("content.pageText", { page })} glyph="sun" />
      <PostList page={page} />
    </div>
  );
}

/** The site on a telephone's own screen. */
function GuidePage({ system }: { system: System }) {
  const t = useT();
  useTitle(t("content.page", { page: system }));
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("content.page", { page: system })} text={t("content.pageText", { page: system })} glyph="rocket" />
      <Guide system={system} />
      <ButtonLink to="/download" tone="ghost" className="self-center">
        {t("content.page", { page: "download" })}
      </ButtonLink>
    </div>
  );
}

/** Both telephones, with codes to read. */
function DownloadPage() {
  const t = useT();
  const [search] = useSearchParams();
  useTitle(t("content.page", { page: "download" }));
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("content.page", { page: "download" })} text={t("content.pageText", { page: "download" })} glyph="rocket" />
      <Downloads asked={search.get("os")} />
    </div>
  );
}
