import type { DeviceChoice } from '@reprise/contract/workshop/units/device-choice';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { ChevronDown } from '../../../../ui/icons/lucide.tsx';
import { deviceFacts } from '../../../cart/device-facts.ts';
import type { ChosenLine } from './line-picker.tsx';

export const deviceChoicesKey = ['device-choices'];

type LineDevicesProps = { line: ChosenLine; onChange: (units: string[]) => void };

/** Devices on sale of the line's product, of which the customer may choose as many as the quantity. */
export function LineDevices({ line, onChange }: LineDevicesProps) {
  const { product, quantity, units } = line;
  const choices = useQuery({
    queryKey: [...deviceChoicesKey, product.id],
    queryFn: () => api.listDeviceChoices({ params: { id: product.id } }),
  });
  const { data } = choices;
  if (!data)
    return (
      <NotLoaded query={choices} failed="Its devices could not be loaded" look="inline" loading={null} />
    );
  if (data.devices.length === 0 && units.length === 0) return null;
  const sold = units.filter((number) => data.devices.every((device) => device.number !== number));
  const toggle = (number: string) =>
    onChange(units.includes(number) ? units.filter((unit) => unit !== number) : [...units, number]);
  const isFull = units.length >= quantity;
  return (
    <details className="group w-full rounded-control border border-line">
      <summary className="flex min-h-9 cursor-pointer list-none items-center justify-between gap-3 px-3 pointer-coarse:min-h-11">
        {summaryOf(units, sold, data.devices.length)}
        <ChevronDown className="size-4 shrink-0 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <fieldset className="max-h-72 overflow-y-auto border-line border-t">
        <legend className="sr-only">Devices of {product.name}</legend>
        {sold.map((number) => (
          <Checkbox
            key={number}
            className="px-3 py-2"
            label={number}
            hint="No longer on sale. Choose another or none."
            checked
            onChange={() => toggle(number)}
          />
        ))}
        {data.devices.map((device) => (
          <Checkbox
            key={device.number}
            className="px-3 py-2"
            label={`${device.number} · ${deviceFacts(device)}`}
            hint={wearOf(device)}
            checked={units.includes(device.number)}
            disabled={isFull && !units.includes(device.number)}
            onChange={() => toggle(device.number)}
          />
        ))}
      </fieldset>
    </details>
  );
}

function summaryOf(units: string[], sold: string[], onSale: number): string {
  if (sold.length > 0) return `No longer on sale: ${sold.join(', ')}`;
  return units.length > 0 ? `Chosen: ${units.join(', ')}` : `Any device (${onSale} on sale)`;
}

/** Returns the wear of a device in one line, with the words of the shop about it. */
function wearOf({ wear, note }: DeviceChoice): string {
  const surfaces = wear.map(
    ({ surface, words }) => `${surface}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
  );
  return [note, ...surfaces].filter(Boolean).join('. ');
}
