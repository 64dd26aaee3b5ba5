import type { TextBlock } from '@reprise/contract/page-texts';
import type { PublicSettings } from '@reprise/contract/settings';
import type { ReactNode } from 'react';
import { PageText } from '../page-texts/page-text.tsx';
import { useStoreSettings } from './store-settings.ts';

type TextPageProps = {
  title: string;
  /** Text of the owner, shown instead of the rest; null for the original text. */
  own?: TextBlock[] | null;
  /** Summary in one or two sentences. */
  lead: (settings: PublicSettings) => ReactNode;
  /** Content, computed from the store's settings so that it cannot contradict the checkout. */
  children: (settings: PublicSettings) => ReactNode;
};

/** Text page such as shipping or returns. */
export function TextPage({ title, own = null, lead, children }: TextPageProps) {
  const settings = useStoreSettings();
  if (!settings) return null;
  return (
    <article className="page-width pt-8 pb-24 sm:pt-12">
      <div className="max-w-text">
        <h1 className="text-2xl">{title}</h1>
        {own ? (
          <div className="mt-8">
            <PageText blocks={own} />
          </div>
        ) : (
          <>
            <p className="mt-3 text-ink-muted text-lg">{lead(settings)}</p>
            <div className="mt-10 grid gap-10">{children(settings)}</div>
          </>
        )}
      </div>
    </article>
  );
}

export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 [&_li]:pl-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ul]:marker:text-ink-faint">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Table of names and values. */
export function FactTable({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className="border-line border-t">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-8 border-line border-b py-3"
        >
          <dt>{name}</dt>
          <dd className="tabular font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the store's contact details. */
export function ContactLine({ settings }: { settings: PublicSettings }) {
  const { storeEmail, storePhone } = settings;
  return (
    <>
      {storeEmail && (
        <a href={`mailto:${storeEmail}`} className="text-link">
          {storeEmail}
        </a>
      )}
      {storeEmail && storePhone && ' or '}
      {storePhone && (
        <a href={telephone(storePhone)} className="tabular whitespace-nowrap text-link">
          {storePhone}
        </a>
      )}
    </>
  );
}

export function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}

/** Returns "30 days" or "1 day". */
export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
