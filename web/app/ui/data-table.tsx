import type { ReactNode } from 'react';

/**
 * Table of the admin with 36 px rows and a sticky first column; where its height is limited, the header is sticky too. Rows are plain children;
 * `className="number"` right-aligns a cell.
 */
export function DataTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-auto rounded-tile border border-line bg-raised"
    >
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
