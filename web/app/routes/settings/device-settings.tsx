import { Link } from 'react-router';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { MoneyInput, WholeNumberInput } from '../../ui/forms/number-input.tsx';
import { Group, useSetting } from './settings-group.tsx';

/** Settings of devices: choice, packing, erasures, repairs and passports. */
export function DeviceSettings() {
  const setting = useSetting();
  return (
    <>
      <Group title="On sale and in parcels">
        <Checkbox
          className="sm:col-span-2"
          hint="Product pages show the devices on sale with battery, wear and photos, for products tracked by device."
          {...setting('unitChoice')}
        />
        <Checkbox
          className="sm:col-span-2"
          hint="An order ships only after each of its devices was scanned or typed at the packing table."
          {...setting('requireScan')}
        />
        <Checkbox
          className="sm:col-span-2"
          hint="A device that was erased is ready for sale only after another person has verified it."
          {...setting('verifyWipes')}
        />
        <Checkbox
          className="sm:col-span-2"
          hint="The QR code on the label of a device opens a public page with its grade, tests, erasure and public photos."
          {...setting('passports')}
        />
        <p className="text-ink-muted text-sm sm:col-span-2">
          Write what each grade means and what is tested.{' '}
          <Link to="/admin/bench?view=grading" className="text-link">
            Open grades and tests
          </Link>
        </p>
      </Group>
      <Group title="Costs and prices">
        <MoneyInput
          hint="What an hour of repair costs. The minutes of a repair are booked to the device at this rate."
          {...setting('laborRate')}
        />
        <WholeNumberInput
          hint="Of the cost. The shop suggests no price below the cost of a device with this margin."
          {...setting('leastMargin')}
        />
      </Group>
    </>
  );
}
