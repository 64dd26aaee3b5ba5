import { matchedParts } from './matched-parts.ts';
import { withWholeMeasures } from './whole-measures.ts';

/** Text with the query highlighted, or its words where it does not occur; by default those that were typed. */
export function MarkedText({ text, query, words }: { text: string; query: string; words?: string[] }) {
  return matchedParts(text, query, words).map(({ text, hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    hit ? <Mark key={index}>{withWholeMeasures(text)}</Mark> : withWholeMeasures(text),
  );
}

function Mark({ children }: { children: string }) {
  return <mark className="rounded-xs bg-primary-tint text-inherit">{children}</mark>;
}
