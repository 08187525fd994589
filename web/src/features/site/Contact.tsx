import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";

/** How to reach the operator, wherever a page leads nowhere else: what is configured, and nothing that is not. */
export function Contact() {
  const t = useT();
  const {
    customerService: { url, email },
    jurisdiction: { playMoney },
  } = usePermission();
  const links = [...(email === null ? [] : [`mailto:${email}`]), ...(url.startsWith("https:") ? [url] : [])];
  if (links.length === 0) return <p>{t("site.contactNone")}</p>;
  return (
    <>
      {links.map((link) => (
        <p key={link}>
          <a
            href={link}
            rel="noreferrer"
            target={link.startsWith("https:") ? "_blank" : undefined}
            className="font-semibold break-all text-primary-text underline underline-offset-4"
          >
            {link.replace(/^(https:\/\/|mailto:)/, "")}
          </a>
        </p>
      ))}
      {playMoney && <p className="text-xs">{t("site.contactDemo")}</p>}
    </>
  );
}
