import type { FieldValues } from 'react-hook-form';
import { type SavedFormOptions, useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import type { DeskProps } from './admin-return-page.tsx';

type Answer = Parameters<DeskProps['onChanged']>[0];
type DeskFormOptions<Values extends FieldValues, Body> = Omit<
  SavedFormOptions<Values, Body, Answer>,
  'onSaved' | 'invalidates'
> &
  Pick<DeskProps, 'onChanged'> & { onClose: () => void };

/** Form of a dialog of the desk: saved, it shows the answer on the page and closes. */
export const useDeskForm = <Values extends FieldValues, Body>({
  onChanged,
  onClose,
  ...options
}: DeskFormOptions<Values, Body>) =>
  useSavedForm({
    ...options,
    invalidates: [['units']],
    onSaved: (answer: Answer) => {
      onChanged(answer);
      onClose();
    },
  });
