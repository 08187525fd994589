import type { ReactNode } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { Banderitas } from "../../ui/art/motifs.tsx";
import { Logo } from "../../ui/art/Parol.tsx";
import { AgeMark, type PaymentKind, PaymentMark } from "../../ui/art/PaymentMark.tsx";

interface Link {
  readonly label: string;
  readonly to: string;
}

export interface PlayerFooterProps {
  labels: { payments: string; vendors: string; responsible: string; social: string; age: string };
  /** The licence as the operator states it. */
  licence: ReactNode;
  responsible: ReactNode;
  /** The regulator's notice. */
  notice: ReactNode;
  age: number;
  /** A group's own text stands in the place of its entries. */
  links: readonly { title: string; text?: ReactNode; entries: readonly Link[] }[];
  payments: readonly { kind: PaymentKind; label: string }[];
  paymentsText: ReactNode;
  /** Where else the operator is. */
  social: readonly Link[];
  vendors: readonly string[];
  copyright: ReactNode;
  /** Opens the question whether the visit may be counted once more. */
  choice?: { label: string; onPress: () => void } | undefined;
}

const headClass = "mb-3 font-sans text-sm font-semibold tracking-normal";

const Links = ({ entries }: { entries: readonly Link[] }) => (
  <ul className="grid gap-2 text-sm text-muted">
    {entries.map((entry) => (
      <li key={entry.label}>
        <Anchor to={entry.to} className="inline-block py-0.5 hover:text-text hover:underline">
          {entry.label}
        </Anchor>
      </li>
    ))}
  </ul>
);

export function PlayerFooter(props: PlayerFooterProps) {
  const { labels, licence, responsible, notice, age, links, payments, paymentsText, social, vendors, copyright, choice } = props;
  return (
    <>
      <div className="h-11 overflow-hidden" aria-hidden="true">
        <Banderitas width={1440} height={40} sag={9} flags={58} className="h-10 w-full text-muted" />
      </div>
      <div className="mx-auto grid max-w-360 gap-x-10 gap-y-8 px-4 pt-4 pb-8 sm:px-6 md:grid-cols-2 xl:grid-cols-[1.6fr_2fr_1.4fr]">
        <div className="grid content-start gap-4">
          <Logo />
          <div className="text-sm text-muted">{licence}</div>
        </div>
        <div className="grid grid-cols-2 gap-6 sm:grid-cols-3">
          {links.map((group) => (
            <div key={group.title}>
              <h2 className={headClass}>{group.title}</h2>
              {group.text === undefined ? <Links entries={group.entries} /> : <div className="text-sm text-muted">{group.text}</div>}
            </div>
          ))}
          {social.length > 0 && (
            <div>
              <h2 className={headClass}>{labels.social}</h2>
              <Links entries={social} />
            </div>
          )}
        </div>
        <section aria-label={labels.responsible} className="md:max-xl:col-span-2">
          <h2 className={headClass}>{labels.responsible}</h2>
          <div className="flex items-start gap-4">
            <AgeMark age={age} label={labels.age} />
            <div className="text-sm text-muted">{responsible}</div>
          </div>
        </section>
      </div>
      <div className="mx-auto flex max-w-360 flex-wrap justify-between gap-x-10 gap-y-6 px-4 pb-8 sm:px-6">
        <section aria-label={labels.payments}>
          <h2 className={headClass}>{labels.payments}</h2>
          <ul className="flex flex-wrap gap-2">
            {payments.map((payment) => (
              <li key={payment.label}>
                <PaymentMark {...payment} />
              </li>
            ))}
          </ul>
          <div className="mt-3 text-sm text-muted">{paymentsText}</div>
        </section>
        <section aria-label={labels.vendors}>
          <h2 className={headClass}>{labels.vendors}</h2>
          <ul className="flex flex-wrap gap-2">
            {vendors.map((vendor) => (
              <li key={vendor} className="flex h-8 items-center rounded-sm border border-line bg-card px-3 font-display text-sm font-bold text-muted">
                {vendor}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="mx-auto max-w-360 px-4 pb-8 sm:px-6">{notice}</div>
      <p className="border-t border-line px-4 py-5 text-center text-xs text-muted sm:px-6">
        {copyright}
        {choice && (
          <button type="button" onClick={choice.onPress} className="ms-4 min-h-6 underline hover:text-text">
            {choice.label}
          </button>
        )}
      </p>
    </>
  );
}
