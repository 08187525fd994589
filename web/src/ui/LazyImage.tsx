import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { addressesOf } from "./cdn.ts";

const VISIBLE_SHARE = 0.1;

export interface LazyImageProps {
  src: string;
  alt: string;
  /** Takes its place when it came from nowhere. */
  fallback: ReactNode;
  className?: string | undefined;
}

/** Asks for a picture once a tenth of its place is in view, and again elsewhere when that fails. */
export function LazyImage({ src, alt, fallback, className }: LazyImageProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [failed, setFailed] = useState({ src, times: 0 });
  const times = failed.src === src ? failed.times : 0;
  const address = addressesOf(src)[times];
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setWanted(true), { threshold: VISIBLE_SHARE });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <span ref={place} className="absolute inset-0">
      {isWanted && address !== undefined && (
        <img key={times} src={address} alt={alt} decoding="async" onError={() => setFailed({ src, times: times + 1 })} className={className} />
      )}
      {address === undefined && fallback}
    </span>
  );
}
