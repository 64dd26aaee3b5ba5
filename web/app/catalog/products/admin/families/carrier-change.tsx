import type { AdminFamily, FamilyInput } from '@reprise/contract/catalog/products/family-admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { api } from '../../../../api/browser-api.ts';
import { type FamilyValues, wireOfFamily } from './family-values.ts';

const carriersOf = (configurations: FamilyInput['configurations']) =>
  configurations.map(({ modelKey, options }) => `${modelKey} ${options.carrier ?? ''}`).sort();

/** Says how many devices other carriers than the saved ones take off sale. */
export function CarrierChange({ family }: { family: AdminFamily }) {
  const { configurations } = wireOfFamily(useFormContext<FamilyValues>().watch(), family);
  const carriers = carriersOf(configurations);
  const isChanged = String(carriers) !== String(carriersOf(family.configurations));
  const change = useQuery({
    queryKey: ['families', 'preview', family.id, carriers],
    queryFn: ({ signal }) =>
      api.previewFamily({ params: { id: family.id }, body: { configurations } }, { signal }),
    enabled: isChanged,
    placeholderData: keepPreviousData,
  });
  const count = isChanged ? (change.data?.sentBack ?? 0) : 0;
  if (count === 0) return null;
  return (
    <p className="mb-4 rounded-control bg-warn-tint p-3 text-sm" role="status">
      {count === 1
        ? '1 device of another carrier is ready or on sale. When you save, it goes'
        : `${count} devices of other carriers are ready or on sale. When you save, they go`}{' '}
      back to the bench, and the stock falls by those on sale.
    </p>
  );
}
