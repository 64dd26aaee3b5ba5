import { Button } from '../../ui/button.tsx';

type PagesProps = { page: number; pages: number; onChange: (page: number) => void };

/** Buttons between the pages of a short list inside a card or a dialog. */
export function Pages({ page, pages, onChange }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <div className="mt-3 flex items-center justify-between gap-3 text-sm">
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="tabular text-ink-muted">
        {page} of {pages}
      </span>
      <Button variant="outline" size="sm" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </div>
  );
}
