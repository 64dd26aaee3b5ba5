import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProductPicker } from '../../../admin-ui/product-picker.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';

/** Replacement of an item; `unit` is '' while the packer chooses the device. */
export type Replacement = { product: { id: string; name: string }; unit: string };

type ReplacementFieldsProps = {
  line: ReturnLine;
  value: Replacement;
  onChange: (value: Replacement) => void;
};

/** Product that is sent instead, the same at first, and the exact device of one that is sold by device. */
export function ReplacementFields({ line, value, onChange }: ReplacementFieldsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const can = usePermissions();
  const isDevice = line.unit !== null;
  return (
    <fieldset className="grid gap-3 rounded-control bg-sunken p-3">
      <legend className="sr-only">Replacement</legend>
      <p className="text-sm">
        <span className="text-ink-muted">Sent instead: </span>
        <strong className="font-medium">{value.product.name}</strong>
      </p>
      {isDevice && !isChoosing && can('orders.edit') && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setChoosing(true)}>
            Another product
          </Button>
        </div>
      )}
      {isChoosing && (
        <ProductPicker
          isChosen={({ id }) => id === value.product.id}
          onAdd={({ id, name }) => {
            onChange({ product: { id, name }, unit: '' });
            setChoosing(false);
          }}
        />
      )}
      {isDevice && can('units.read') && (
        <DeviceChoice
          product={value.product.id}
          unit={value.unit}
          onChange={(unit) => onChange({ ...value, unit })}
        />
      )}
    </fieldset>
  );
}

const maxDevices = 100;

type DeviceChoiceProps = { product: string; unit: string; onChange: (unit: string) => void };

function DeviceChoice({ product, unit, onChange }: DeviceChoiceProps) {
  const found = useQuery({
    queryKey: ['units', 'on-sale-of', product],
    queryFn: ({ signal }) =>
      api.listUnits({ query: { product, state: 'listed', sort: 'longest', limit: maxDevices } }, { signal }),
    select: ({ units }) => units,
  });
  const devices = found.data ?? [];
  const isGone = unit !== '' && !devices.some(({ number }) => number === unit);
  const options = [
    ['', 'The packer chooses'] as const,
    ...(isGone ? [[unit, unit] as const] : []),
    ...devices.map(({ number, place }) => [number, place ? `${number}, ${place}` : number] as const),
  ];
  return (
    <>
      <Select
        label="Device"
        options={options}
        value={unit}
        onChange={(event) => onChange(event.currentTarget.value)}
        hint={found.isSuccess && devices.length === 0 ? 'None is on sale now.' : undefined}
      />
      {found.isError && (
        <p role="alert" className="text-bad-text text-sm">
          The devices could not be loaded.{' '}
          <Button variant="ghost" size="sm" onClick={() => void found.refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}
