import { formatNumber } from '@reprise/contract/formats';
import { minorUnits, moneySign, storeCurrency, toCents } from '@reprise/contract/money';
import {
  readAmount,
  readRate,
  readWhole,
  type TypedNumber,
  typeAmount,
} from '@reprise/contract/typed-number';
import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldOptions, splitProps } from './field.tsx';

type NumberInputProps = Omit<ComponentProps<'input'>, 'type' | 'step' | 'prefix'> & FieldOptions;

/** Lowest value that the arrow keys reach. */
type Lowest = { lowest?: number };

type Steps = {
  read: (typed: string) => TypedNumber;
  write: (value: number) => string;
  step: number;
  lowest: number;
};

/** Writes a rate without needless zeros. */
const writeRate = (value: number) => formatNumber(Number(value.toFixed(3)));

/**
 * Field for an amount in the store's currency. A text field, because a browser's number field turns "149,50" into 14950; read it
 * with `readAmount`.
 */
export function MoneyInput(props: NumberInputProps) {
  const steps = {
    read: readAmount,
    write: (value: number) => typeAmount(toCents(value)),
    step: storeCurrency().step / minorUnits(),
    lowest: 0,
  };
  return <SteppedInput {...props} steps={steps} unit={moneySign()} inputMode="decimal" />;
}

/** Field for a whole number, with `readWhole`. */
export function WholeNumberInput({ lowest = 0, ...props }: NumberInputProps & Lowest) {
  const steps = { read: readWhole, write: String, step: 1, lowest };
  // Numeric keyboards of phones have no minus.
  return <SteppedInput {...props} steps={steps} inputMode={lowest < 0 ? 'text' : 'numeric'} />;
}

/** Field for a percentage, with `readRate`. */
export function RateInput({ lowest = 0, ...props }: NumberInputProps & Lowest) {
  const steps = { read: readRate, write: writeRate, step: 0.1, lowest };
  return <SteppedInput {...props} steps={steps} inputMode={lowest < 0 ? 'text' : 'decimal'} />;
}

function SteppedInput({
  className,
  steps,
  unit,
  onKeyDown,
  ...props
}: NumberInputProps & { steps: Steps; unit?: ReturnType<typeof moneySign> }) {
  const { field, native } = splitProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          {unit && (
            <span
              className={classNames(
                'pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-muted text-sm',
                unit.isBefore ? 'left-3' : 'right-3',
              )}
              aria-hidden="true"
            >
              {unit.sign}
            </span>
          )}
          <input
            autoComplete="off"
            {...native}
            {...control}
            type="text"
            onKeyDown={(event) => {
              onKeyDown?.(event);
              stepWithArrows(event, steps);
            }}
            className={classNames('control tabular', unit && paddingOf(unit), className)}
          />
        </span>
      )}
    </Field>
  );
}

/** Room for the sign of the currency, which may be a code of three letters. */
function paddingOf({ sign, isBefore }: ReturnType<typeof moneySign>): string {
  if (isBefore) return sign.length === 1 ? 'pl-6.5' : 'pl-13';
  return sign.length === 1 ? 'pr-6.5' : 'pr-13';
}

/** Changes the value by a step on ArrowUp and ArrowDown. A value that is no number stays as typed. */
function stepWithArrows(event: KeyboardEvent<HTMLInputElement>, { read, write, step, lowest }: Steps): void {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const input = event.currentTarget;
  if (direction === undefined || input.readOnly || event.defaultPrevented) return;
  event.preventDefault();
  const value = read(input.value) ?? 0;
  if (typeof value === 'string') return;
  setValue(input, write(Math.max(lowest, value + direction * step)));
}

/** Sets the value as if it were typed: React sees only changes made with the native setter. */
function setValue(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}
