import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { browserStorage } from '../../../../browser/browser-storage.ts';
import { formatCount } from '../../../../formats.ts';
import { Select } from '../../../../ui/forms/select.tsx';

const name = 'receive-lot';

/** Returns the lot of the URL, or the one that this browser received into last; '' without one. */
export function readLot(search: string): string {
  const stored = browserStorage().getItem(name);
  return new URLSearchParams(search).get('lot') ?? (typeof stored === 'string' ? stored.slice(0, 60) : '');
}

type LotPickerProps = { value: string; onChange: (lot: string) => void };

/** Chooses the lot that devices come with, and counts them against its manifest. */
export function LotPicker({ value, onChange }: LotPickerProps) {
  const lots = useQuery({
    queryKey: ['lots', 'open'],
    queryFn: ({ signal }) => api.listOpenLots({}, { signal }),
    select: (answer) => answer.lots,
  });
  const choose = (lot: string) => {
    browserStorage().setItem(name, lot);
    onChange(lot);
  };
  const chosen = lots.data?.find(({ id }) => id === value);
  const isUnlisted = lots.data !== undefined && value !== '' && !chosen;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Select
        label="Lot"
        fieldClassName="min-w-56 max-w-96 flex-1"
        value={value}
        error={
          isUnlisted
            ? 'This lot was closed long ago. Choose another, or none.'
            : lots.isError
              ? 'The lots could not be loaded. Devices are received into the chosen one.'
              : undefined
        }
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Without a lot</option>
        {value !== '' && !chosen && (
          <option value={value}>{isUnlisted ? 'A closed lot' : 'Loading …'}</option>
        )}
        {lots.data?.map(({ id, number, state, supplier, reference }) => (
          <option key={id} value={id}>
            {[number, supplier, reference, state === 'closed' && 'closed'].filter(Boolean).join(' · ')}
          </option>
        ))}
      </Select>
      {chosen && (
        <p className="tabular min-h-10 content-center text-sm">
          <strong>{formatCount(chosen.received - chosen.extra)}</strong> of{' '}
          {formatCount(chosen.expected + chosen.received - chosen.extra)} received
          {chosen.extra > 0 && `, ${formatCount(chosen.extra)} not on the manifest`}
          {chosen.state === 'closed' && '. It is closed: the cost of a late device is set on its page.'}
        </p>
      )}
    </div>
  );
}
