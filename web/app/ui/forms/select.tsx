import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldText } from './field.tsx';

type SelectProps = ComponentProps<'select'> & FieldText & { fieldClassName?: string };

/** Native select; its options are the children. */
export function Select({
  label,
  hint,
  error,
  labelHidden,
  fieldClassName,
  className,
  children,
  ...rest
}: SelectProps) {
  return (
    <Field
      {...{ label, hint, error, labelHidden }}
      id={rest.id}
      required={rest.required}
      className={fieldClassName}
    >
      {(control) => (
        <span className="relative block">
          <select
            {...rest}
            {...control}
            className={classNames('control appearance-none truncate pr-9', className)}
          >
            {children}
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
