import { readAmount, readRate, readWhole, type TypedNumber } from '@reprise/contract/typed-number';
import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldText } from './field.tsx';

type NumberInputProps = Omit<ComponentProps<'input'>, 'type' | 'step' | 'prefix'> &
  FieldText & { fieldClassName?: string };

/** Lowest value that the arrow keys reach. */
type Lowest = { lowest?: number };

type Steps = { read: (typed: string) => TypedNumber; step: number; decimals: number; lowest: number };

const amounts: Steps = { read: readAmount, step: 0.01, decimals: 2, lowest: 0 };

/**
 * Field for an amount in dollars. A text field, because a browser's number field turns "149,50" into 14950; read it
 * with `readAmount`.
 */
export function MoneyInput(props: NumberInputProps) {
  return <SteppedInput {...props} steps={amounts} unit="$" inputMode="decimal" />;
}

/** Field for a whole number, with `readWhole`. */
export function WholeNumberInput({ lowest = 0, ...props }: NumberInputProps & Lowest) {
  const steps = { read: readWhole, step: 1, decimals: 0, lowest };
  // Numeric keyboards of phones have no minus.
  return <SteppedInput {...props} steps={steps} inputMode={lowest < 0 ? 'text' : 'numeric'} />;
}

/** Field for a percentage, with `readRate`. */
export function RateInput({ lowest = 0, ...props }: NumberInputProps & Lowest) {
  const steps = { read: readRate, step: 0.1, decimals: 3, lowest };
  return <SteppedInput {...props} steps={steps} inputMode={lowest < 0 ? 'text' : 'decimal'} />;
}

function SteppedInput({
  label,
  hint,
  error,
  labelHidden,
  fieldClassName,
  className,
  steps,
  unit,
  onKeyDown,
  ...rest
}: NumberInputProps & { steps: Steps; unit?: string }) {
  return (
    <Field
      {...{ label, hint, error, labelHidden }}
      id={rest.id}
      required={rest.required}
      className={fieldClassName}
    >
      {(control) => (
        <span className="relative block">
          {unit && (
            <span
              className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-muted text-sm"
              aria-hidden="true"
            >
              {unit}
            </span>
          )}
          <input
            autoComplete="off"
            {...rest}
            {...control}
            type="text"
            onKeyDown={(event) => {
              onKeyDown?.(event);
              stepWithArrows(event, steps);
            }}
            className={classNames('control tabular', unit && 'pl-6.5', className)}
          />
        </span>
      )}
    </Field>
  );
}

/** Changes the value by a step on ArrowUp and ArrowDown. A value that is no number stays as typed. */
function stepWithArrows(
  event: KeyboardEvent<HTMLInputElement>,
  { read, step, decimals, lowest }: Steps,
): void {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const input = event.currentTarget;
  if (direction === undefined || input.readOnly || event.defaultPrevented) return;
  event.preventDefault();
  const value = read(input.value) ?? 0;
  if (typeof value === 'string') return;
  const next = Math.max(lowest, value + direction * step);
  // An exact number of cents is written with both digits, another number without needless zeros.
  setValue(input, decimals === 2 ? next.toFixed(2) : String(Number(next.toFixed(decimals))));
}

/** Sets the value as if it were typed: React sees only changes made with the native setter. */
function setValue(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}
