import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import type { DeskProps } from './admin-return-page.tsx';
import { useDeskForm } from './use-desk-form.ts';

type LostDialogProps = DeskProps & { onClose: () => void };

/** Ends a return whose parcel was lost; the store bears the loss of a parcel with its label. */
export function LostDialog({ orderReturn: { number, labelBy, label }, onChanged, onClose }: LostDialogProps) {
  const form = useDeskForm({
    defaultValues: { refund: labelBy === 'store' || label?.isUsed ? 'yes' : 'no' },
    schema: returnEndpoints.markReturnLost.body,
    bodyOf: ({ refund }: { refund: string }) => ({ isRefunded: refund === 'yes' }),
    save: (body) => api.markReturnLost({ params: { number }, body }),
    done: `Return ${number} is marked as lost`,
    onChanged,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title="The parcel was lost"
      size="sm"
      onClose={onClose}
      submitLabel="Mark as lost"
    >
      <ChoiceGroup label="Does the customer get the money back?">
        <Radio
          value="yes"
          label="Yes, refund what is missing"
          hint="You confirm the amount under Settlement. The devices end as lost."
          {...form.register('refund')}
        />
        <Radio
          value="no"
          label="No"
          disabled={label?.isUsed === true}
          hint={
            label?.isUsed
              ? 'The parcel was sent with your label, so that its loss is yours.'
              : 'The return ends, and the customer gets an email. The items stay the customer’s.'
          }
          {...form.register('refund')}
        />
      </ChoiceGroup>
    </FormDialog>
  );
}
