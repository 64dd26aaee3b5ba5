import type { SavedAddress } from '@reprise/contract/people/addresses';
import { Select } from '../../../ui/forms/select.tsx';

type Props = {
  addresses: SavedAddress[];
  /** Id of the address that was filled in last. */
  chosen: string | undefined;
  onChoose: (address: SavedAddress) => void;
};

/** Select that fills the form with a saved address; the fields remain editable. */
export function SavedAddressChoice({ addresses, chosen, onChoose }: Props) {
  if (addresses.length === 0) return null;
  return (
    <Select
      label="Use a saved address"
      value={chosen ?? ''}
      onChange={({ target }) => {
        const address = addresses.find(({ id }) => id === target.value);
        if (address) onChoose(address);
      }}
    >
      {chosen === undefined && <option value="">Choose…</option>}
      {addresses.map(({ id, firstName, lastName, address, city }) => (
        <option key={id} value={id}>
          {firstName} {lastName}, {address}, {city}
        </option>
      ))}
    </Select>
  );
}
