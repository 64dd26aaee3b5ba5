import { classNames } from '../../ui/class-names.ts';

type DateRangeFilterProps = {
  /** Event in the range, such as "Placed". */
  label: string;
  from: string;
  to: string;
  onChange: (range: { from?: string | undefined; to?: string | undefined }) => void;
};

/** Filter for a range of days; either end may be open. */
export function DateRangeFilter({ label, from, to, onChange }: DateRangeFilterProps) {
  return (
    <fieldset className="flex items-center gap-1.5">
      <legend className="sr-only">{label}</legend>
      <DayField label="From" value={from} max={to} onChange={(value) => onChange({ from: value })} />
      <span className="text-ink-muted text-sm" aria-hidden="true">
        to
      </span>
      <DayField label="To" value={to} min={from} onChange={(value) => onChange({ to: value })} />
    </fieldset>
  );
}

type DayFieldProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string | undefined) => void;
};

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value}
      min={min || undefined}
      max={max || undefined}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={classNames(
        'control min-h-9 w-[8.75rem] px-2 py-1 text-sm',
        value !== '' && 'border-primary-text bg-primary-tint font-medium',
      )}
    />
  );
}
