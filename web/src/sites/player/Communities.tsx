import { Globe } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { useResources } from "../../features/content/content.api.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

const drawn = (path: string): ReactNode => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} fill="currentColor" />
  </svg>
);

/** Whose address shows which sign; whatever else gets the globe. */
const signs = [
  {
    host: /(^|\.)(facebook\.com|fb\.me)$/,
    sign: drawn("M9.5 22v-8.5H6.7V10h2.8V7.6c0-3 1.7-4.6 4.4-4.6 1.2 0 2.3.2 2.3.2v2.7h-1.4c-1.3 0-1.7.8-1.7 1.6V10h3l-.5 3.5h-2.5V22Z"),
  },
  {
    host: /(^|\.)(t\.me|telegram\.org)$/,
    sign: drawn(
      "M21.5 3.5 18.4 19.2c-.2 1-.9 1.3-1.7.8l-4.6-3.4-2.2 2.2c-.3.3-.5.4-.9.4l.3-4.7 8.5-7.7c.4-.3-.1-.5-.6-.2L6.700 13.2 2.200 11.800c-1-.3-1-1 .2-1.500l17.700-6.900c.8-.3 1.600.2 1.400.1Z",
    ),
  },
  {
    host: /(^|\.)(viber\.com|messenger\.com|m\.me)$/,
    sign: drawn(
      "M12 3c5.200 0 9.500 3.600 9.500 8.200s-4.300 8.200-9.500 8.200c-1 0-2-.1-2.900-.4L5 21.200v-4C3.500 15.700 2.500 13.600 2.500 11.200 2.500 6.600 6.800 3 12 3Z",
    ),
  },
];

const signOf = (url: string): ReactNode => signs.find(({ host }) => host.test(URL.parse(url, location.origin)?.hostname ?? ""))?.sign ?? <Globe />;

/** Where else the operator is: what is published as SOCIALMEDIA, and nothing else (LAYOUT-22). */
export function Communities({ onClose }: { onClose: () => void }) {
  const t = useT();
  const communities = useResources().filter(({ type }) => type === "SOCIALMEDIA");
  return (
    <Dialog open title={t("site.communities")} onClose={onClose} closeLabel={t("ui.close")}>
      <ul className="grid gap-2">
        {communities.map(({ url, label }) => (
          <li key={url}>
            <Anchor
              to={url}
              onClick={onClose}
              className="flex min-h-14 items-center gap-3 rounded-sm border border-line bg-card px-4 text-sm font-semibold transition hover:border-muted [&_svg]:size-5 [&_svg]:text-primary-text"
            >
              {signOf(url)}
              <span className="flex-1">{label}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
