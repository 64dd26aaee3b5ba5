import { classNames } from './class-names.ts';

/** One star in a square of 20. */
export const starPath = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z';

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
      <span className="sr-only">{`${value.toFixed(1)} out of 5 stars${reviews}`}</span>
      <span className="relative inline-block" aria-hidden="true">
        <Stars className="text-line-strong/50" />
        <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${filled}%` }}>
          <Stars className="text-ink" />
        </span>
      </span>
      {!starsOnly && (
        <span className="tabular text-ink-muted" aria-hidden="true">
          {value.toFixed(1)}
          {count !== undefined && ` (${count})`}
        </span>
      )}
    </span>
  );
}

function Stars({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 100 20" className={classNames('h-3.5 w-[4.375rem] max-w-none fill-current', className)}>
      <title>Stars</title>
      {[0, 20, 40, 60, 80].map((x) => (
        <path key={x} d={starPath} transform={`translate(${x})`} />
      ))}
    </svg>
  );
}
