import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldText } from './field.tsx';

type TextInputProps = ComponentProps<'input'> & FieldText & { fieldClassName?: string };

/** Single-line text field with all props of a native input, `ref` included. */
export function TextInput({
  label,
  hint,
  error,
  labelHidden,
  fieldClassName,
  className,
  ...rest
}: TextInputProps) {
  return (
    <Field
      {...{ label, hint, error, labelHidden }}
      id={rest.id}
      required={rest.required}
      className={fieldClassName}
    >
      {(control) => <input type="text" {...rest} {...control} className={classNames('control', className)} />}
    </Field>
  );
}
