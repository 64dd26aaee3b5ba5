import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field.tsx';

const labels = [
  'Disappointed',
  'Less than I expected',
  'As I expected',
  'More than I expected',
  'Delighted',
] as const;

/** One star in a square of 20, as in `.stars`. */
const starPath = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z';

type StarChoiceProps = {
  label: string;
  /** 0 while nothing is selected. */
  value: number;
  onChange: (value: number) => void;
  error?: string | undefined;
};

/** Rating of one to five stars: a group of radio buttons, for arrow keys and assistive technology. */
export function StarChoice({ label, value, onChange, error }: StarChoiceProps) {
  const [hovered, setHovered] = useState(0);
  const id = useId();
  const highlighted = hovered || value;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium text-sm">{label}</legend>
      <div className="mt-1 -ml-2 flex flex-wrap items-center" onPointerLeave={() => setHovered(0)}>
        {labels.map((word, index) => {
          const stars = index + 1;
          return (
            <label key={word} className="relative cursor-pointer" onPointerEnter={() => setHovered(stars)}>
              <input
                type="radio"
                name={`${id}-stars`}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-invalid={error ? true : undefined}
                className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-control"
              />
              <span className="sr-only">{`${stars === 1 ? '1 star' : `${stars} stars`}: ${word}`}</span>
              <svg
                viewBox="0 0 20 20"
                aria-hidden="true"
                className={classNames(
                  'pointer-events-none m-2 size-7 fill-current stroke-current transition-colors',
                  stars <= highlighted ? 'text-ink' : 'fill-transparent text-line-strong',
                )}
              >
                <path d={starPath} strokeWidth="1" />
              </svg>
            </label>
          );
        })}
        <span className="ml-2 min-h-5 text-ink-muted text-sm" aria-hidden="true">
          {highlighted > 0 && labels[highlighted - 1]}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
