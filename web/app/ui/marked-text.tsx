import { matchedParts } from './matched-parts.ts';

/** Text with the search terms highlighted. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return matchedParts(text, query).map(({ text, hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    hit ? <Mark key={index}>{text}</Mark> : text,
  );
}

function Mark({ children }: { children: string }) {
  return <mark className="rounded-xs bg-primary-tint text-inherit">{children}</mark>;
}
