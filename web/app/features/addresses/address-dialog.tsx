import { zodResolver } from '@hookform/resolvers/zod';
import { type SavedAddress, savedAddressInput } from '@reprise/contract/addresses';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { AddressFields } from './address-fields.tsx';

type AddressDialogProps = {
  editing: SavedAddress | 'new' | null;
  onClose: () => void;
  onSaved: (addresses: SavedAddress[]) => void;
};

export function AddressDialog(props: AddressDialogProps) {
  const { editing } = props;
  const key = editing === null ? 'closed' : editing === 'new' ? 'new' : editing.id;
  return <AddressForm key={key} {...props} />;
}

type AddressFormValues = z.input<typeof savedAddressInput>;

const empty: AddressFormValues = {
  firstName: '',
  lastName: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'United States',
  isDefault: false,
};

function AddressForm({ editing, onClose, onSaved }: AddressDialogProps) {
  const formId = useId();
  const saved = editing === 'new' ? null : editing;
  const form = useForm<AddressFormValues>({
    resolver: zodResolver(savedAddressInput),
    defaultValues: saved ?? empty,
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (body) => {
    try {
      const call = saved ? api.changeAddress({ params: { id: saved.id }, body }) : api.addAddress({ body });
      onSaved((await call).addresses);
      notify('success', 'Address saved');
    } catch (error) {
      form.setError('root', { message: messageOf(error, noResponse('retry')) });
    }
  });

  return (
    <Modal
      open={editing !== null}
      onClose={onClose}
      title={saved ? 'Edit address' : 'Add address'}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            Save address
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate className="grid gap-4">
        <FormError message={errors.root?.message} />
        <AddressFields
          withEmail={false}
          values={form.watch()}
          field={(name) => {
            const own = name as Exclude<typeof name, 'email'>;
            return { ...form.register(own), error: errors[own]?.message };
          }}
        />
        {!saved?.isDefault && <Checkbox label="Use as default at checkout" {...form.register('isDefault')} />}
      </form>
    </Modal>
  );
}
