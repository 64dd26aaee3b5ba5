import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldOptions, splitProps } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & FieldOptions;

/** Multi-line text field. */
export function TextArea({ className, ...props }: TextAreaProps) {
  const { field, native } = splitProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <textarea rows={4} {...native} {...control} className={classNames('control', className)} />
      )}
    </Field>
  );
}
