import type { SavedAddress } from '@reprise/contract/addresses';
import { Select } from '../../ui/forms/select.tsx';

type Props = {
  addresses: SavedAddress[];
  /** The id of the one that was filled in last. */
  chosen: string | undefined;
  onChoose: (address: SavedAddress) => void;
};

/** Fills the form with an address the customer has kept; what it fills in can still be changed. */
export function SavedAddressChoice({ addresses, chosen, onChoose }: Props) {
  if (addresses.length === 0) return null;
  return (
    <Select
      label="Use a saved one"
      value={chosen ?? ''}
      onChange={({ target }) => {
        const found = addresses.find(({ id }) => id === target.value);
        if (found) onChoose(found);
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
