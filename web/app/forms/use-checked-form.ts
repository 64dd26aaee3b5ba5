import { type BaseSyntheticEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrorsOf, messageOf, noResponse } from '../api/error-message.ts';
import { formResolver, showAtFields } from './form-resolver.ts';

export type CheckedFormOptions<Values extends FieldValues, Body, Answer> = {
  defaultValues: Values;
  /** Schema of the contract for the body of the call. */
  schema: z.ZodType<Body>;
  /** Makes the body of the typed values; without it they are the body. */
  bodyOf?: (values: Values) => unknown;
  /** Validates while the user types, not first on submit. */
  mode?: UseFormProps['mode'];
  /** `idempotencyKey` returns the same key until it succeeds, so that a repeated call does nothing twice. */
  save: (body: Body, idempotencyKey: () => string) => Promise<Answer>;
  onSaved?: (answer: Answer, body: Body) => unknown;
  /** Values after saving, for a form that stays on the screen. */
  valuesAfter?: (answer: Answer, values: Values) => Values;
  /** Sentence for an internal error or a missing response. */
  failed?: string;
  /** Shows a rejection at the fields it names and nowhere else. */
  onlyAtFields?: boolean;
  /** Returns the sentence to show for an error instead of its own; null shows none. */
  failureOf?: (error: unknown, isAtField: boolean) => string | null;
};

/** Returns the props of a native field. */
type FieldProps<Values extends FieldValues> = (
  name: Path<Values>,
) => UseFormRegisterReturn & { error: string | undefined };

function fieldProps<Values extends FieldValues>({
  register,
  formState: { errors },
}: UseFormReturn<Values>): FieldProps<Values> {
  return (name) => ({ ...register(name), error: messageAt(errors, name) });
}

const messageAt = (errors: object, name: string) =>
  (get(errors, name) as { message?: string } | undefined)?.message;

/** Returns the form around a component. */
export function useFormFields<Values extends FieldValues>() {
  const form = useFormContext<Values>();
  return { ...form, field: fieldProps(form) };
}

export type CheckedForm<Values extends FieldValues> = UseFormReturn<Values> & {
  field: FieldProps<Values>;
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
  const { defaultValues, schema, bodyOf, mode, save, onSaved, valuesAfter, onlyAtFields, failureOf } =
    options;
  const { failed = noResponse('safe') } = options;
  const form = useForm<Values, unknown, Body>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: formResolver(schema, bodyOf),
    ...(mode && { mode }),
  });
  const plain = form as unknown as UseFormReturn<Values>;
  const { errors, isDirty, isSubmitted, isSubmitting } = form.formState;
  const isRunning = useRef(false);
  const isSaved = useRef(false);
  const key = useRef('');
  const idempotencyKey = () => {
    key.current ||= crypto.randomUUID();
    return key.current;
  };
  const showError = (error: unknown) => {
    const isAtField = showAtFields(plain, fieldErrorsOf(error));
    const message = failureOf
      ? failureOf(error, isAtField)
      : onlyAtFields && isAtField
        ? null
        : messageOf(error, failed);
    if (message !== null) form.setError('root', { message });
  };
  const saveChecked = async (body: Body) => {
    // A second Enter before the first has rendered.
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      const answer = await save(body, idempotencyKey);
      key.current = '';
      if (valuesAfter) form.reset(valuesAfter(answer, form.getValues()));
      else isSaved.current = true;
      await onSaved?.(answer, body);
    } catch (error) {
      showError(error);
    }
    isRunning.current = false;
  };
  return {
    ...plain,
    field: fieldProps(plain),
    choice: (name) => ({
      value: plain.watch(name),
      onChange: (value) => plain.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }),
      error: messageAt(errors, name),
    }),
    submit: form.handleSubmit(saveChecked),
    isSaving: isSubmitting,
    failure: errors.root?.message,
    isUnsaved: () => isDirty && !isSaved.current,
  };
}
