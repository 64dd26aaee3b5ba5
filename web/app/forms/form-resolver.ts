import type { FieldError as WireFieldError } from '@reprise/contract/problem';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

/** Checks the body of a call, which `bodyOf` makes of the typed values, with the contract's schema. */
export function formResolver<Values extends FieldValues, Body>(
  schema: z.ZodType<Body>,
  bodyOf: (values: Values) => unknown = (values) => values,
): Resolver<Values, unknown, Body> {
  return (values) => {
    const result = schema.safeParse(bodyOf(values));
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, message } of result.error.issues) {
      const name = fieldAt(path, values);
      if (!get(errors, name)) set(errors, name, { type: 'invalid', message });
    }
    return { values: {}, errors };
  };
}

/** Shows the messages of a rejection at the fields they name and focuses the first; returns false if there are none. */
export function showAtFields<Values extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  errors: WireFieldError[],
): boolean {
  const known = errors
    .map(({ field, message }) => ({ name: fieldAt(field.split('.'), getValues()), message }))
    .filter(({ name }) => name !== 'root');
  for (const [index, { name, message }] of known.entries())
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  return known.length > 0;
}

/**
 * Returns the name of the field for an error in the body: the list for an error in an entry, which the form may order
 * otherwise, and "root" for a part of the body without a field.
 */
function fieldAt(path: readonly PropertyKey[], values: unknown): string {
  const names: PropertyKey[] = [];
  let value = values;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !(name in value)) break;
    names.push(name);
    value = (value as Record<PropertyKey, unknown>)[name];
  }
  return names.join('.') || 'root';
}
