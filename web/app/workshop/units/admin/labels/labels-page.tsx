import { maxUnitsPerCall } from '@reprise/contract/workshop/units/unit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { saveBlob } from '../../../../browser/save-blob.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Download, Printer } from '../../../../ui/icons/lucide.tsx';
import { readBinNames } from './bin-names.ts';
import {
  cellsPerSheet,
  type Label,
  labelOfBin,
  labelOfUnit,
  labelPapers,
  type Paper,
  type RollPaper,
} from './label.ts';
import { LabelsOnPaper } from './label-sheets.tsx';
import { useLabelPaper } from './use-label-paper.ts';
import { useRecordLabels } from './use-record-labels.ts';
import { toZpl } from './zpl.ts';

export const meta = () => adminMeta('Labels');

/** Preview and print view of the labels of devices, or of bins. */
export default function LabelsPage() {
  const [params] = useSearchParams();
  return params.get('of') === 'bins' ? <BinLabels /> : <UnitLabels />;
}

function UnitLabels() {
  const [params] = useSearchParams();
  const ids = [...new Set((params.get('units') ?? '').split(',').filter(Boolean))].slice(0, maxUnitsPerCall);
  const query = useQuery({
    queryKey: ['units', 'labels', ids],
    queryFn: ({ signal }) => api.listUnits({ query: { id: ids, limit: maxUnitsPerCall } }, { signal }),
    enabled: ids.length > 0,
  });
  const record = useRecordLabels();
  const units = query.data?.units ?? [];
  return (
    <PrintView
      title="Labels"
      labels={units.map(labelOfUnit)}
      isBusy={record.isPending}
      onOutput={(print) => record.mutate({ units, print })}
    >
      {ids.length === 0 || query.data?.units.length === 0 ? (
        <EmptyState Icon={Printer} title="Nothing to print">
          Choose devices in the list.
        </EmptyState>
      ) : (
        query.data === undefined && <NotLoaded query={query} failed="These devices could not be loaded" />
      )}
    </PrintView>
  );
}

function BinLabels() {
  const [typed, setTyped] = useState('');
  const { names, fault } = readBinNames(typed);
  return (
    <PrintView title="Bin labels" labels={names.map(labelOfBin)} onOutput={(print) => print()}>
      <TextArea
        label="Bins"
        hint="One on each line, or a range such as A-01 to A-20. Scan a label to say where devices are."
        rows={4}
        spellCheck={false}
        fieldClassName="mb-6 max-w-text print:hidden"
        error={fault ?? undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </PrintView>
  );
}

type PrintViewProps = {
  title: string;
  labels: Label[];
  isBusy?: boolean;
  /** Called with what prints or saves the labels. */
  onOutput: (output: () => void) => void;
  children: ReactNode;
};

function PrintView({ title, labels, isBusy = false, onOutput, children }: PrintViewProps) {
  const [paper, setPaper] = useLabelPaper();
  const [firstCell, setFirstCell] = useState(1);
  const cellCount = cellsPerSheet(paper);
  const button = { disabled: labels.length === 0, loading: isBusy };
  return (
    <>
      <div className="mb-5 print:hidden">
        <Breadcrumb steps={[{ label: 'Devices', to: '/admin/units' }, { label: title }]} />
        <div className="mt-2 flex flex-wrap items-end justify-between gap-3">
          <h1 className="text-lg sm:text-xl">
            {title} <span className="tabular font-normal text-ink-muted">{labels.length}</span>
          </h1>
          <div className="flex flex-wrap items-end gap-2">
            <Select
              label="Paper"
              options={labelPapers}
              value={paper}
              onChange={(event) => {
                setPaper(event.target.value as Paper);
                setFirstCell(1);
              }}
            />
            {cellCount ? (
              <Select
                label="First free cell"
                value={firstCell}
                onChange={(event) => setFirstCell(Number(event.target.value))}
              >
                {Array.from({ length: cellCount }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
                  <option key={index}>{index + 1}</option>
                ))}
              </Select>
            ) : (
              <Button
                {...button}
                variant="outline"
                onClick={() =>
                  onOutput(() =>
                    saveBlob(
                      'labels.zpl',
                      new Blob([toZpl(labels, paper as RollPaper)], { type: 'text/plain' }),
                    ),
                  )
                }
              >
                <Download className="size-4" aria-hidden="true" />
                Save as ZPL
              </Button>
            )}
            <Button {...button} onClick={() => onOutput(() => window.print())}>
              <Printer className="size-4" aria-hidden="true" />
              Print
            </Button>
          </div>
        </div>
        <p className="mt-2 max-w-text text-ink-muted text-sm">
          Choose this paper in the print dialog too, without margins and at 100 %. If it is not listed there,
          add it in the settings of the printer. Printers with 203 dpi that read ZPL take the saved file as it
          is.
        </p>
      </div>
      {children}
      <LabelsOnPaper labels={labels} paper={paper} firstCell={firstCell} />
    </>
  );
}
