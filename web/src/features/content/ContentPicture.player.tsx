import { pictureSet, pictureUrl, type PublicPicture } from "@laro/contract/core/pictures";

interface ContentPictureProps {
  picture: PublicPicture;
  /** How wide it stands, as `sizes` says it. */
  sizes: string;
  className?: string | undefined;
  isFirst?: boolean | undefined;
}

/** A picture of the operator's in the width that fits; its place is kept until it comes. */
export function ContentPicture({ picture: { id, width, height, alt, focusX, focusY }, sizes, className, isFirst = false }: ContentPictureProps) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSet(id, "avif")} sizes={sizes} />
      <img
        src={pictureUrl(id, 780, "webp")}
        srcSet={pictureSet(id, "webp")}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
        style={{ objectPosition: `${focusX}% ${focusY}%` }}
        className={className}
      />
    </picture>
  );
}
