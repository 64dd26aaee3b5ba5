import type { FieldError as WireFieldError } from '@reprise/contract/problem';
import type { FieldError, FieldErrors, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import type { z } from 'zod';

/** Validates a form with the contract's schema; `toWire` converts the values to the request body. */
export function formResolver<V extends FieldValues>(
  schema: z.ZodType,
  toWire: (values: V) => unknown,
): Resolver<V> {
  return (values) => {
    const result = schema.safeParse(toWire(values));
    if (result.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of result.error.issues) {
      const field = String(path[0] ?? 'root');
      errors[field] ??= { type: 'invalid', message };
    }
    return { values: {}, errors: errors as FieldErrors<V> };
  };
}

/** Shows the API's field errors at their fields. */
export function showFieldErrors<V extends FieldValues>(
  errors: WireFieldError[] | undefined,
  fields: readonly Path<V>[],
  setError: UseFormSetError<V>,
): void {
  for (const { field, message } of errors ?? []) {
    const known = fields.find((name) => field === name || field.startsWith(`${name}.`));
    if (known) setError(known, { type: 'server', message });
  }
}
