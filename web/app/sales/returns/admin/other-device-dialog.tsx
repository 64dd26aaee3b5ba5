import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import type { DeskProps } from './admin-return-page.tsx';
import { useDeskForm } from './use-desk-form.ts';

type OtherDeviceDialogProps = {
  number: string;
  awaited: ReturnLine[];
  code: string;
  /** Order that the device was sold with; null if none is known. */
  order: string | null;
  onChanged: DeskProps['onChanged'];
  onClose: () => void;
};

/** Confirms that another device is in the parcel instead of one that was sent. */
export function OtherDeviceDialog(props: OtherDeviceDialogProps) {
  const { number, awaited, code, order, onChanged, onClose } = props;
  const form = useDeskForm({
    defaultValues: { line: awaited.length === 1 ? (awaited[0]?.id ?? '') : '' },
    schema: returnEndpoints.receiveReturn.body,
    bodyOf: ({ line }) => ({ code, line }),
    save: (body) => api.receiveReturn({ params: { number }, body }),
    done: 'Recorded. Nothing is refunded for it.',
    onChanged,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Another device came instead"
      size="sm"
      onClose={onClose}
      submitLabel="Record it"
      submitDisabled={form.watch('line') === ''}
    >
      <div className="grid gap-4">
        <p className="text-sm wrap-anywhere">
          {code} was not sent to this customer
          {order === null ? '.' : `; it was sold with order ${order}.`} Nothing is refunded. Set it aside and
          decide: it goes back to the customer, or back to {order === null ? 'its owner' : `order ${order}`}.
        </p>
        <ChoiceGroup label="Instead of which device?">
          {awaited.map(({ id, unit, product }) => (
            <Radio
              key={id}
              label={unit ?? product.name}
              hint={product.name}
              value={id}
              {...form.register('line')}
            />
          ))}
        </ChoiceGroup>
      </div>
    </FormDialog>
  );
}
