import type { AdminReview } from '@reprise/contract/reviews';
import { Eye, EyeOff } from 'lucide-react';
import { formatDay, formatMoment } from '../../../dates.ts';
import { RowActions } from '../../../layouts/admin/row-actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

type ReviewRowProps = { review: AdminReview; saving: boolean; onHide: (hidden: boolean) => void };

/** The text unfolds in its place: a review is read before it is judged. */
export function ReviewRow({ review, saving, onHide }: ReviewRowProps) {
  const { title, text, product, rating, author, createdAt, hidden } = review;
  return (
    <tr>
      <th scope="row">
        <details className="group w-52 sm:w-80">
          <summary className="flex cursor-pointer list-none items-center gap-1 rounded-control pointer-coarse:min-h-11">
            <span className="min-w-0 truncate group-open:whitespace-normal">
              {title || text}
              {title && <span className="ml-1.5 font-normal text-ink-muted group-open:hidden">{text}</span>}
            </span>
          </summary>
          {title && <p className="whitespace-pre-line break-words py-1 font-normal">{text}</p>}
        </details>
      </th>
      <td>
        <a
          href={`/product/${product.slug}?reviews=1#about`}
          target="_blank"
          rel="noreferrer"
          title={product.name}
          className="block max-w-52 truncate hover:underline"
        >
          {product.name}
        </a>
      </td>
      <td className="number">{rating}</td>
      <td>{author}</td>
      <td>
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatDay(createdAt)}
        </time>
      </td>
      <td>
        <StatusDot tone={hidden ? 'warn' : 'good'}>{hidden ? 'Hidden' : 'Shown'}</StatusDot>
      </td>
      <td>
        <RowActions>
          <Button
            size="sm"
            variant="ghost"
            loading={saving}
            aria-label={`${hidden ? 'Show' : 'Hide'} the review by ${author} of ${product.name}`}
            onClick={() => onHide(!hidden)}
          >
            {hidden ? (
              <Eye className="size-4" aria-hidden="true" />
            ) : (
              <EyeOff className="size-4" aria-hidden="true" />
            )}
            {hidden ? 'Show' : 'Hide'}
          </Button>
        </RowActions>
      </td>
    </tr>
  );
}
