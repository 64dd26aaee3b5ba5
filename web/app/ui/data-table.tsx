import type { ReactNode } from 'react';

/**
 * The shell of a table in the back office: 36 px rows, head and first column stay in sight. Write plain rows
 * inside; `className="number"` on a cell puts figures to the right.
 */
export function DataTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[70vh] overflow-auto rounded-tile border border-line bg-raised"
    >
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
