import { type SavedAddress, savedAddressForm } from '@reprise/contract/people/addresses';
import { useId } from 'react';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { AddressFields } from '../../forms/address/address-fields.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useHomeCountry } from '../../foundations/settings/use-home-country.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';

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

const empty: Omit<SavedAddress, 'id' | 'lines'> = {
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
  const country = useHomeCountry();
  const form = useCheckedForm({
    defaultValues: saved ?? { ...empty, country },
    schema: savedAddressForm,
    save: (body) =>
      saved ? api.changeAddress({ params: { id: saved.id }, body }) : api.addAddress({ body }),
    failed: noResponse('retry'),
    onSaved: ({ addresses }) => {
      onSaved(addresses);
      notify('success', 'Address saved');
    },
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
          <Button type="submit" form={formId} loading={form.isSaving}>
            Save address
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="grid gap-4">
        <FormError message={form.failure} />
        <AddressFields
          values={form.watch()}
          field={(name) => form.field(name as Exclude<typeof name, 'email'>)}
        />
        {!saved?.isDefault && <Checkbox label="Use as default at checkout" {...form.field('isDefault')} />}
      </form>
    </Modal>
  );
}
