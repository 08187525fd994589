import { useT } from "../../api/language.ts";
import { TornBunting } from "../../ui/art/scenes.tsx";
import { ButtonLink } from "../../ui/Button.tsx";

export function NotFoundPage() {
  const t = useT();
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 px-6 text-center">
      <TornBunting className="w-56" />
      <p className="font-display text-3xl font-extrabold text-primary-text">404</p>
      <h1 className="text-xl font-bold">{t("site.notFound")}</h1>
      <p className="max-w-90 text-muted">{t("site.notFoundText")}</p>
      <ButtonLink to="/">{t("site.toHome")}</ButtonLink>
    </div>
  );
}
