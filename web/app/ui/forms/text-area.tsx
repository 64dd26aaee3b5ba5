import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldText } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & FieldText & { fieldClassName?: string };

/** Multi-line text field. */
export function TextArea({
  label,
  hint,
  error,
  labelHidden,
  fieldClassName,
  className,
  ...rest
}: TextAreaProps) {
  return (
    <Field
      {...{ label, hint, error, labelHidden }}
      id={rest.id}
      required={rest.required}
      className={fieldClassName}
    >
      {(control) => <textarea rows={4} {...rest} {...control} className={classNames('control', className)} />}
    </Field>
  );
}
