import type { PackingLine } from '@reprise/contract/sales/orders/packing';
import { Checkbox, ChoiceGroup } from '../../../../ui/forms/checkbox.tsx';

type LeavingDevicesProps = {
  name: string;
  packed: PackingLine['devices'];
  /** Units that stay in the order. */
  quantity: number;
  /** Unit numbers. */
  leaving: readonly string[];
  onChange: (leaving: string[]) => void;
};

/** Asks which packed devices leave an order that keeps fewer than were packed. */
export function LeavingDevices({ name, packed, quantity, leaving, onChange }: LeavingDevicesProps) {
  const count = packed.length - quantity;
  const left = count - leaving.length;
  return (
    <div className="rounded-control bg-warn-tint p-3">
      <ChoiceGroup label={count === 1 ? `Which ${name} leaves?` : `Which ${count} of ${name} leave?`}>
        <p className="text-ink-muted text-sm">
          {left === 0
            ? 'Take them out of the parcel. They are on sale again.'
            : `Without an answer, ${left === 1 ? 'the one' : 'those'} packed last.`}
        </p>
        {packed.map(({ number, identifiers }) => (
          <Checkbox
            key={number}
            label={<span className="tabular">{number}</span>}
            hint={identifiers.map(({ value }) => value).join(' · ')}
            checked={leaving.includes(number)}
            disabled={left === 0 && !leaving.includes(number)}
            onChange={({ target }) =>
              onChange(target.checked ? [...leaving, number] : leaving.filter((other) => other !== number))
            }
          />
        ))}
      </ChoiceGroup>
    </div>
  );
}
