import { useMemo } from "react";
import { encode } from "uqr";

const QUIET_ZONE = 2;

export interface QrCodeProps {
  text: string;
  label: string;
  /** Side length in pixels, the white edge included. */
  size?: number | undefined;
}

export function QrCode({ text, label, size = 160 }: QrCodeProps) {
  const code = useMemo(() => encode(text, { border: QUIET_ZONE, ecc: "M" }), [text]);
  const path = code.data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges" className="rounded-sm">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#0a0e1a" />
    </svg>
  );
}
