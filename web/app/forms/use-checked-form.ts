import { type BaseSyntheticEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrorsOf, messageOf, noResponse } from '../api/error-message.ts';
import { fieldAt, formResolver } from './form-resolver.ts';

export type CheckedFormOptions<Values extends FieldValues, Body, Answer> = {
  defaultValues: Values;
  /** Schema of the contract for the body of the call. */
  schema: z.ZodType<Body>;
  /** Makes the body of the typed values; without it they are the body. */
  bodyOf?: (values: Values) => unknown;
  /** Validates while the user types, not first on submit. */
  mode?: UseFormProps['mode'];
  save: (body: Body) => Promise<Answer>;
  onSaved?: (answer: Answer, body: Body) => unknown;
  /** Values after saving, for a form that stays on the screen. */
  valuesAfter?: (answer: Answer) => Values;
  /** Sentence for an internal error or a missing response. */
  failed?: string;
  /** Returns the sentence to show for an error instead of its own; null shows none. */
  failureOf?: (error: unknown, isAtField: boolean) => string | null;
};

export type CheckedForm<Values extends FieldValues> = UseFormReturn<Values> & {
  /** Props of a native field. */
  field: (
    name: Path<Values>,
  ) => ReturnType<UseFormReturn<Values>['register']> & { error: string | undefined };
  /** Props of a control without a native field. */
  choice: <Name extends Path<Values>>(
    name: Name,
  ) => {
    value: PathValue<Values, Name>;
    onChange: (value: PathValue<Values, Name>) => void;
    error: string | undefined;
  };
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  isSaving: boolean;
  /** Sentence about the failed save. */
  failure: string | undefined;
  /** Called at the moment of leaving, so that a successful save may navigate. */
  isUnsaved: () => boolean;
};

/**
 * Form that checks a body with the schema of the contract and sends it. A rejection is shown at the fields it names,
 * and the input stays.
 */
export function useCheckedForm<Values extends FieldValues, Body, Answer>(
  options: CheckedFormOptions<Values, Body, Answer>,
): CheckedForm<Values> {
  const { defaultValues, schema, bodyOf, mode, save, onSaved, valuesAfter, failed, failureOf } = options;
  const form = useForm<Values, unknown, Body>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: formResolver(schema, bodyOf),
    ...(mode && { mode }),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const isRunning = useRef(false);
  const isSaved = useRef(false);
  const showError = (error: unknown) => {
    const atFields = fieldErrorsOf(error)
      .map(({ field, message }) => ({ name: fieldAt(field.split('.'), form.getValues()), message }))
      .filter(({ name }) => name !== 'root');
    for (const [index, { name, message }] of atFields.entries())
      form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
    const message = failureOf
      ? failureOf(error, atFields.length > 0)
      : messageOf(error, failed ?? noResponse('safe'));
    if (message !== null) form.setError('root', { message });
  };
  const errorAt = (name: string): string | undefined =>
    (get(errors, name) as { message?: string } | undefined)?.message;
  const saveChecked = async (body: Body) => {
    // A second Enter before the first has rendered.
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      const answer = await save(body);
      if (valuesAfter) form.reset(valuesAfter(answer));
      else isSaved.current = true;
      await onSaved?.(answer, body);
    } catch (error) {
      showError(error);
    }
    isRunning.current = false;
  };
  return {
    ...(form as unknown as UseFormReturn<Values>),
    field: (name) => ({ ...form.register(name), error: errorAt(name) }),
    choice: (name) => ({
      value: form.watch(name),
      onChange: (value) =>
        form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
      error: errorAt(name),
    }),
    submit: form.handleSubmit(saveChecked),
    isSaving: isSubmitting,
    failure: errors.root?.message,
    isUnsaved: () => isDirty && !isSaved.current,
  };
}
