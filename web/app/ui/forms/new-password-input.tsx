import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';

type NewPasswordInputProps = Pick<
  ComponentProps<typeof TextInput>,
  'name' | 'onChange' | 'onBlur' | 'ref' | 'error'
> & { label?: string; hint?: string };

/** Field for a new password, with its rule. */
export function NewPasswordInput({
  label = 'Password',
  hint = 'At least 6 characters.',
  ...field
}: NewPasswordInputProps) {
  return (
    <TextInput label={label} hint={hint} type="password" required autoComplete="new-password" {...field} />
  );
}
