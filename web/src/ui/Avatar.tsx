import { useState } from "react";
import { BrokenAvatar } from "./art/BrokenAvatar.tsx";

export interface AvatarProps {
  name: string;
  /** Picture address; without one the first two letters stand on the fiesta colours. */
  src?: string | undefined;
  /** Side length in pixels. */
  size?: number | undefined;
}

export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const box = { width: size, height: size };
  if (src && src === brokenSrc) return <BrokenAvatar label={name} size={size} />;
  if (src) return <img src={src} alt={name} style={box} onError={() => setBrokenSrc(src)} className="shrink-0 rounded-pill bg-card object-cover" />;
  return (
    <span
      role="img"
      aria-label={name}
      style={{ ...box, fontSize: size * 0.36 }}
      className="grid shrink-0 place-items-center rounded-pill bg-[#4b1f6f] font-bold text-[#ffd98a] uppercase ring-2 ring-action/70 ring-inset"
    >
      <span aria-hidden="true">{[...name].slice(0, 2).join("")}</span>
    </span>
  );
}
