import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldOptions, splitProps } from './field.tsx';

type TextInputProps = ComponentProps<'input'> & FieldOptions;

/** Single-line text field with all props of a native input, `ref` included. */
export function TextInput({ className, ...props }: TextInputProps) {
  const { field, native } = splitProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <input type="text" {...native} {...control} className={classNames('control', className)} />
      )}
    </Field>
  );
}
