import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { type CheckedForm, type CheckedFormOptions, useCheckedForm } from '../../forms/use-checked-form.ts';
import { notify } from '../../ui/overlays/notify.ts';

export type SavedFormOptions<Values extends FieldValues, Body, Answer> = CheckedFormOptions<
  Values,
  Body,
  Answer
> & {
  /** Notice of success. */
  done?: string | ((answer: Answer) => string);
  /** Queries that are read again; all by default. */
  invalidates?: QueryKey[];
  /** Reads the queries again after a failure too, because it may be the sign of a change elsewhere. */
  invalidatesOnFailure?: boolean;
};

/** Form of the back office that saves something: tells of it and reads again what may show it. */
export function useSavedForm<Values extends FieldValues, Body, Answer>({
  done,
  invalidates = [[]],
  invalidatesOnFailure = false,
  ...options
}: SavedFormOptions<Values, Body, Answer>): CheckedForm<Values> {
  const queries = useQueryClient();
  const refresh = () => {
    for (const queryKey of invalidates) void queries.invalidateQueries({ queryKey });
  };
  const { mutateAsync } = useMutation({
    mutationFn: (call: () => Promise<Answer>) => call(),
    onSuccess: (answer) => {
      if (done !== undefined) notify('success', typeof done === 'string' ? done : done(answer));
      refresh();
    },
    ...(invalidatesOnFailure && { onError: refresh }),
  });
  return useCheckedForm({ ...options, save: (...input) => mutateAsync(() => options.save(...input)) });
}
