import type { Provider } from "@laro/contract/identities";

/** A letter in the provider's colour; whose it is the button says in words. */
const looks = { google: { letter: "G", fill: "#1a73e8" }, facebook: { letter: "f", fill: "#1877f2" } } as const satisfies Record<Provider, object>;

export function ProviderMark({ provider }: { provider: Provider }) {
  const { letter, fill } = looks[provider];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill={fill} />
      <text x="12" y="16.8" textAnchor="middle" fill="#fff" fontSize="14" fontWeight="700" fontFamily="system-ui, sans-serif">
        {letter}
      </text>
    </svg>
  );
}
