import type { Pagination as Paging } from '@reprise/contract/paging';
import { formatCount } from '../../formats.ts';
import { Pagination } from '../../ui/pagination.tsx';

type ListFooterProps = {
  pagination: Paging;
  hrefFor: (page: number) => string;
};

/** Range of visible rows, with pagination. */
export function ListFooter({ pagination, hrefFor }: ListFooterProps) {
  const { page, limit, total, pages, atLeast = false } = pagination;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <div className="mt-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
      <p className="tabular text-ink-muted text-sm" role="status">
        {formatCount(first)}-{formatCount(last)} of {atLeast && 'more than '}
        {formatCount(total)}
      </p>
      <Pagination page={page} pages={pages} hrefFor={hrefFor} />
    </div>
  );
}
