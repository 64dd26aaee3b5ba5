import type { TextBlock, TextPhrase, TextRun } from '@reprise/contract/foundations/page-texts';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { ReactNode } from 'react';
import { useStoreSettings } from '../settings/store-settings.ts';

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

/** Text of the owner, from blocks: React builds the elements, so that no markup of the text reaches the page. */
export function PageText({ blocks }: { blocks: TextBlock[] }) {
  return (
    <div className="grid gap-4 wrap-anywhere">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { blocks: TextBlock[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
    <Block key={index} block={block} />
  ));
}

function Block({ block }: { block: TextBlock }) {
  const { kind, level, phrases = [], text, items = [], start } = block;
  const content = <Phrases phrases={phrases} />;
  switch (kind) {
    case 'heading':
      return <Heading level={level}>{content}</Heading>;
    case 'paragraph':
      return <p className="whitespace-pre-line">{content}</p>;
    case 'code':
      return (
        <pre className="whitespace-pre-wrap rounded-control bg-sunken px-4 py-3 font-mono text-sm">
          {text}
        </pre>
      );
    case 'rule':
      return <hr className="border-line" />;
    case 'quote':
      return (
        <blockquote className="grid gap-3 border-line-strong border-l-2 pl-4 text-ink-muted">
          <Blocks blocks={items.flat()} />
        </blockquote>
      );
    case 'list':
      return <List items={items} start={start} />;
  }
}

/** The title of the page is the only heading of the first level. */
function Heading({ level, children }: { level: number | undefined; children: ReactNode }) {
  if (level === 4) return <h4 className="font-semibold text-base">{children}</h4>;
  if (level === 3) return <h3 className="mt-2 text-lg">{children}</h3>;
  return <h2 className="mt-6 text-xl first:mt-0">{children}</h2>;
}

function List({ items, start }: { items: TextBlock[][]; start: number | undefined }) {
  const content = items.map((blocks, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
    <li key={index} className="pl-1">
      <div className="grid gap-1.5">
        <Blocks blocks={blocks} />
      </div>
    </li>
  ));
  const className = 'grid gap-1.5 pl-6 marker:text-ink-muted';
  if (start === undefined) return <ul className={`${className} list-disc`}>{content}</ul>;
  return (
    <ol start={start} className={`${className} list-decimal`}>
      {content}
    </ol>
  );
}

function Phrases({ phrases }: { phrases: TextPhrase[] }) {
  return phrases.map(({ href, runs }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
    const content = runs.map((run, position) => <Run key={position} run={run} />);
    if (href === undefined) return content;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
      <a key={index} href={href} className="text-link">
        {content}
      </a>
    );
  });
}

function Run({ run }: { run: TextRun }) {
  const { text, code, emphasis, strong } = run;
  const plain = code ? <code className="rounded bg-sunken px-1 font-mono text-sm">{text}</code> : text;
  const slanted = emphasis ? <em>{plain}</em> : plain;
  return strong ? <strong className="font-semibold">{slanted}</strong> : slanted;
}
