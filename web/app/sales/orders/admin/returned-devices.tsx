import type { Order } from '@reprise/contract/sales/orders/order';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';

type Devices = NonNullable<Order['items'][number]['devices']>;

type ReturnedDevicesProps = {
  label: string;
  devices: Devices;
  /** Unit numbers. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Devices that were sent, to tick those that came back. */
export function ReturnedDevices({ label, devices, chosen, onChange }: ReturnedDevicesProps) {
  return (
    <ChoiceGroup label={label}>
      {devices.map(({ number, identifiers, isBack }) => (
        <Checkbox
          key={number}
          label={<span className="tabular">{number}</span>}
          hint={[isBack && 'Scanned: it is here', ...identifiers.map(({ value }) => value)]
            .filter(Boolean)
            .join(' · ')}
          checked={chosen.includes(number)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, number] : chosen.filter((other) => other !== number))
          }
        />
      ))}
    </ChoiceGroup>
  );
}

/** Devices of an order that have left and were scanned. */
export const sentDevices = ({ devices = [] }: Order['items'][number]): Devices =>
  devices.filter(
    ({ identifiers, passport, isBack }) => isBack || passport !== undefined || identifiers.length > 0,
  );
