import { maxUnitsPerCall, type Unit } from '@reprise/contract/units/unit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Printer } from '../../../ui/icons/lucide.tsx';
import './unit-labels.css';
import { NotLoaded } from '../../../admin-ui/loaded.tsx';
import { cellsPerSheet, LabelSheets, LabelStrip } from './unit-label.tsx';

export const meta = () => adminMeta('Device labels');

const papers = {
  'label-62x29': 'Labels 62 × 29 mm',
  'label-57x32': 'Labels 57 × 32 mm',
  'label-a4': 'A4 sheet of 3 × 8 labels',
} as const;
const cells = Array.from({ length: cellsPerSheet }, (_, index) => index + 1);
type Paper = keyof typeof papers;

/** Preview and print view of the labels of units. */
export default function UnitLabelsPage() {
  const [params] = useSearchParams();
  const ids = [...new Set((params.get('units') ?? '').split(',').filter(Boolean))].slice(0, maxUnitsPerCall);
  const [paper, setPaper] = useState<Paper>('label-62x29');
  const [firstCell, setFirstCell] = useState(1);
  const labels = useQuery({
    queryKey: ['units', 'labels', ids],
    queryFn: ({ signal }) => api.listUnits({ query: { id: ids, limit: maxUnitsPerCall } }, { signal }),
    enabled: ids.length > 0,
  });
  const print = usePrint();
  const units = labels.data?.units ?? [];
  return (
    <>
      <div className="mb-5 print:hidden">
        <Breadcrumb steps={[{ label: 'Devices', to: '/admin/units' }, { label: 'Labels' }]} />
        <div className="mt-2 flex flex-wrap items-end justify-between gap-3">
          <h1 className="text-lg sm:text-xl">
            Labels <span className="tabular font-normal text-ink-muted">{units.length}</span>
          </h1>
          <div className="flex flex-wrap items-end gap-2">
            <Select label="Paper" value={paper} onChange={(event) => setPaper(event.target.value as Paper)}>
              {Object.entries(papers).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            {paper === 'label-a4' && (
              <Select
                label="First free cell"
                value={firstCell}
                onChange={(event) => setFirstCell(Number(event.target.value))}
              >
                {cells.map((cell) => (
                  <option key={cell}>{cell}</option>
                ))}
              </Select>
            )}
            <Button
              disabled={units.length === 0}
              loading={print.isPending}
              onClick={() => print.mutate(units)}
            >
              <Printer className="size-4" aria-hidden="true" />
              Print
            </Button>
          </div>
        </div>
        <p className="mt-2 max-w-text text-ink-muted text-sm">
          Choose this paper in the print dialog too, without margins and at 100 %. If it is not listed there,
          add it in the settings of the printer.
        </p>
      </div>
      {ids.length === 0 || labels.data?.units.length === 0 ? (
        <EmptyState Icon={Printer} title="Nothing to print">
          Choose devices in the list.
        </EmptyState>
      ) : labels.data === undefined ? (
        <NotLoaded query={labels} failed="These devices could not be loaded" />
      ) : paper === 'label-a4' ? (
        <LabelSheets units={units} firstCell={firstCell} />
      ) : (
        <LabelStrip units={units} paper={paper} />
      )}
    </>
  );
}

function usePrint() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (units: Unit[]) => api.printUnitLabels({ body: { ids: units.map(({ id }) => id) } }),
    onSuccess: () => {
      window.print();
      return queries.invalidateQueries({ queryKey: ['units'] });
    },
    onError: (error) => notifyFailure('The labels were not printed', error),
  });
}
