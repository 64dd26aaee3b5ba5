import type { TextBlock, TextPhrase, TextRun } from '@reprise/contract/page-texts';
import type { ReactNode } from 'react';

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
