import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronDown } from '../icons/lucide.tsx';
import { Field, type FieldOptions, splitProps } from './field.tsx';

type SelectProps = ComponentProps<'select'> &
  FieldOptions & {
    /** Labels by value, in this order, or pairs of both. They follow the children. */
    options?:
      | Record<string, string>
      | readonly (readonly [value: string | number, label: string])[]
      | undefined;
  };

/** Native select. */
export function Select({ className, options = [], children, ...props }: SelectProps) {
  const { field, native } = splitProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <select
            {...native}
            {...control}
            className={classNames('control appearance-none truncate pr-9', className)}
          >
            {children}
            {(Array.isArray(options) ? options : Object.entries(options)).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted"
            aria-hidden="true"
          />
        </span>
      )}
    </Field>
  );
}
