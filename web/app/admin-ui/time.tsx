import { formatDateTime } from '../formats.ts';
import { classNames } from '../ui/class-names.ts';

type TimeProps = { value: string; format?: (value: string) => string; className?: string };

/** A moment in the store's time zone, by default with hours and minutes. */
export function Time({ value, format = formatDateTime, className }: TimeProps) {
  return (
    <time dateTime={value} className={classNames('whitespace-nowrap', className)}>
      {format(value)}
    </time>
  );
}
