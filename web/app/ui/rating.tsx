import { formatTenths } from '@reprise/contract/formats';
import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

type RatingProps = {
  value: number;
  /** Number of reviews. */
  count?: number;
  /** Hides the number, where it is shown beside the stars or the stars are whole. */
  starsOnly?: boolean;
  className?: string;
};

/** Five stars, filled to the tenth. */
export function Rating({ value, count, starsOnly = false, className }: RatingProps) {
  const reviews = count === undefined ? '' : `, ${count} ${count === 1 ? 'review' : 'reviews'}`;
  const filled = Math.min(5, Math.max(0, value)) * 20;
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-sm', className)}>
      <span className="sr-only">{`${formatTenths(value)} out of 5 stars${reviews}`}</span>
      <span className="stars" style={{ '--filled': `${filled}%` } as CSSProperties} aria-hidden="true" />
      {!starsOnly && (
        <span className="tabular text-ink-muted" aria-hidden="true">
          {formatTenths(value)}
          {count !== undefined && ` (${count})`}
        </span>
      )}
    </span>
  );
}
