import type { ContentResource } from "@laro/contract/core/contentShown";
import { useDownloadAddress } from "../../api/appAddress.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { ContentPicture } from "./ContentPicture.player.tsx";
import { usePost, usePosts, useResources } from "./content.api.ts";

export const systems = ["ios", "android"] as const;
export type System = (typeof systems)[number];
/** How the rows name them. */
const rowName = { ios: "iOS", android: "Android" } as const satisfies Record<System, "iOS" | "Android">;
const QR_SIZE = 120;

/** How the site comes onto a telephone's screen, step by step (LAYOUT-38). */
export function Guide({ system }: { system: System }) {
  const t = useT();
  const refusal = useRefusal();
  const guides = usePosts("guide");
  const head = guides.rows.find(({ guide }) => guide === rowName[system]);
  if (guides.isPending) return <Skeleton className="h-80 w-full rounded-md" />;
  if (guides.error !== null && head === undefined) return <RefusedState {...refusal(guides)} />;
  if (head === undefined)
    return <EmptyState text={t("content.guideEmpty")} action={<ButtonLink to="/download">{t("content.page", { page: "download" })}</ButtonLink>} />;
  return <GuideSteps slug={head.slug} />;
}

function GuideSteps({ slug }: { slug: string }) {
  const refusal = useRefusal();
  const answer = usePost("guide", slug);
  if (answer.data === undefined) return answer.error === null ? <Skeleton className="h-80 w-full rounded-md" /> : <RefusedState {...refusal(answer)} />;
  const { summary, content, steps, picture } = answer.data;
  return (
    <article className="mx-auto grid w-full max-w-200 gap-4">
      {picture && <ContentPicture picture={picture} isFirst sizes="(max-width: 831px) 100vw, 800px" className="h-auto w-full rounded-md" />}
      {summary !== "" && <p className="text-lg text-muted">{summary}</p>}
      <RichText html={content} />
      {steps.length > 0 && (
        <ol className="grid gap-3">
          {steps.map((step, at) => (
            <li key={at} className="flex items-start gap-3 rounded-sm border border-line bg-card p-4">
              <span aria-hidden="true" className="figures grid size-8 shrink-0 place-items-center rounded-pill bg-primary font-bold text-on-primary">
                {at + 1}
              </span>
              <span className="pt-1">{step}</span>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

/** Both telephones with a code to read and a guide; the one the address asks for stands first (PROD-21). */
export function Downloads({ asked }: { asked: string | null }) {
  const addressFor = useDownloadAddress();
  const resources = useResources();
  const inOrder = [...systems].sort((one, other) => Number(other === asked) - Number(one === asked));
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {inOrder.map((system) => (
        <li key={system}>
          <Download system={system} address={addressFor(system)} resource={resources.find(({ type }) => type === rowName[system])} />
        </li>
      ))}
    </ul>
  );
}

interface DownloadProps {
  system: System;
  address: string;
  /** The operator's own application, where there is one. */
  resource: ContentResource | undefined;
}

function Download({ system, address, resource }: DownloadProps) {
  const t = useT();
  const name = rowName[system];
  const isOutside = resource?.url.startsWith("https:") === true;
  return (
    <article className="flex h-full flex-wrap items-start gap-5 rounded-md border border-line bg-card p-5">
      <QrCode text={address} size={QR_SIZE} label={t("content.qr", { system: name })} />
      <div className="grid flex-1 content-start justify-items-start gap-3">
        <h2 className="text-lg font-bold">{name}</h2>
        <p className="text-sm text-muted">{t("content.downloadText", { system })}</p>
        <ButtonLink to={`/guide/${system}`} size="sm">
          {t("content.toGuide")}
        </ButtonLink>
        {isOutside && resource && (
          <a href={resource.url} target="_blank" rel="noopener noreferrer" className="text-sm font-semibold text-primary-text underline underline-offset-4">
            {resource.label}
          </a>
        )}
      </div>
    </article>
  );
}
