import { createContext, use } from "react";
import type { ComponentPropsWithRef, ComponentType } from "react";

export interface AnchorProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  to: string;
}

const PlainAnchor = ({ to, ...rest }: AnchorProps) => <a href={to} {...rest} />;

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/** A site gives its router's link here once; everything in ui then navigates without a reload. */
export const AnchorProvider = AnchorContext.Provider;

export function Anchor(props: AnchorProps) {
  const Link = use(AnchorContext);
  return <Link {...props} />;
}
