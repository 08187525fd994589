import { linkageTypes } from "@laro/contract/core/contentKinds";
import { useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { usePlay } from "./play.ts";

interface LeadsProps {
  to: { readonly linkageType: number; readonly url: string };
  /** What is done before it is followed. */
  onFollow?: () => void;
}

const stay = () => undefined;

/** Where what the operator announces leads: a page of ours, an address in a new tab, a game, a promotion, or nowhere. */
export function Leads({ to: { linkageType, url }, onFollow = stay }: LeadsProps) {
  const t = useT();
  const play = usePlay();
  const look = { size: "sm", className: "justify-self-start" } as const;
  switch (linkageType) {
    case linkageTypes.path:
      return (
        <ButtonLink {...look} to={url} onClick={onFollow}>
          {t("content.follow")}
        </ButtonLink>
      );
    case linkageTypes.promotion:
      return (
        <ButtonLink {...look} to={`/promotions/${url}`} onClick={onFollow}>
          {t("content.follow")}
        </ButtonLink>
      );
    case linkageTypes.outside:
      return (
        <a href={url} target="_blank" rel="noopener noreferrer" className="justify-self-start font-semibold text-primary-text underline underline-offset-4">
          {t("content.followOutside")}
        </a>
      );
    case linkageTypes.game:
      return (
        <Button
          {...look}
          onClick={() => {
            onFollow();
            play({ nodeId: url });
          }}
        >
          {t("content.play")}
        </Button>
      );
    default:
      return null;
  }
}
