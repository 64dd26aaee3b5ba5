import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { Minus, Plus } from '../icons/lucide.tsx';

type QuantityStepperProps = {
  /** Accessible name, such as "Quantity of iPhone 13". */
  label: string;
  value: number;
  min?: number;
  max: number;
  size?: 'sm' | 'md';
  onChange: (value: number) => void;
};

/** Buttons and a field for an integer; typed text applies on blur. */
export function QuantityStepper({ label, value, min = 1, max, size = 'md', onChange }: QuantityStepperProps) {
  const [typed, setTyped] = useState<string>();

  const change = (newValue: number) => {
    const allowed = Math.max(min, Math.min(max, newValue));
    if (allowed !== value) onChange(allowed);
  };
  const takeTyped = () => {
    if (typed !== undefined && /^\d+$/.test(typed.trim())) change(Number(typed));
    setTyped(undefined);
  };
  const step = classNames(
    'grid place-items-center text-ink-muted transition-colors hover:text-ink disabled:opacity-35 pointer-coarse:w-11',
    size === 'sm' ? 'w-8' : 'w-10',
  );
  return (
    <fieldset
      className={classNames(
        'inline-flex items-stretch rounded-control border border-line-strong bg-raised pointer-coarse:h-[46px]',
        size === 'sm' ? 'h-8' : 'h-10',
      )}
    >
      <legend className="sr-only">{label}</legend>
      <button
        type="button"
        className={step}
        aria-label="One less"
        disabled={value <= min}
        onClick={() => change(value - 1)}
      >
        <Minus className="size-4" aria-hidden="true" />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        className="w-10 bg-transparent text-center font-medium text-sm"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={takeTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // A change may move the focus to a button, which the rest of this key press would click.
            event.preventDefault();
            takeTyped();
          }
          if (event.key === 'ArrowUp') change(value + 1);
          if (event.key === 'ArrowDown') change(value - 1);
        }}
      />
      <button
        type="button"
        className={step}
        aria-label="One more"
        disabled={value >= max}
        onClick={() => change(value + 1)}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </fieldset>
  );
}
