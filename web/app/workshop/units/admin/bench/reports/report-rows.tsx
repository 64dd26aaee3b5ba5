import type { FileOutcome } from '@reprise/contract/workshop/units/test-reports';
import { formatCount } from '../../../../../formats.ts';
import { Badge, type Tone } from '../../../../../ui/badge.tsx';
import { TextInput } from '../../../../../ui/forms/text-input.tsx';

type Row = FileOutcome['rows'][number];

const states: Record<Row['state'], [label: string, tone: Tone]> = {
  recorded: ['New', 'good'],
  older: ['Older', 'neutral'],
  known: ['Recorded before', 'neutral'],
  rejected: ['Cannot be recorded', 'bad'],
};
const maxShown = 100;

type ReportRowsProps = {
  rows: Row[];
  devices: Record<number, string>;
  onDevice: (row: number, device: string) => void;
};

/** Outcome of each report of the file, those with a question in front. */
export function ReportRows({ rows, devices, onDevice }: ReportRowsProps) {
  const weight = ({ state, doubts }: Row) => (state === 'rejected' ? 0 : doubts.length > 0 ? 1 : 2);
  const shown = rows.toSorted((a, b) => weight(a) - weight(b)).slice(0, maxShown);
  return (
    <section aria-label="Reports">
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Reports of the file"
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line px-3 text-sm"
      >
        {shown.map((row) => (
          <li key={row.row} className="grid gap-1 py-2.5">
            <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={states[row.state][1]}>{states[row.state][0]}</Badge>
              <span className="tabular text-ink-muted">Row {formatCount(row.row)}</span>
              <span className="tabular font-medium">{row.unit ?? row.device}</span>
              {row.model && <span>{row.model}</span>}
            </p>
            {row.facts.length > 0 && <p className="wrap-anywhere">{row.facts.join(' ')}</p>}
            {row.doubts.map((doubt) => (
              <p key={doubt} className="wrap-anywhere text-warn-text">
                {doubt}
              </p>
            ))}
            {row.problem && !row.doubts.includes(row.problem) && (
              <p className="wrap-anywhere text-bad-text">{row.problem}</p>
            )}
            {(row.problem.startsWith('It names') || devices[row.row] !== undefined) && (
              <TextInput
                label={`Device of row ${row.row}`}
                fieldClassName="max-w-xs"
                hint="Scan its label, then check again."
                maxLength={40}
                value={devices[row.row] ?? ''}
                onChange={({ target }) => onDevice(row.row, target.value)}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <p className="mt-1 text-ink-muted text-sm">
          These are {formatCount(shown.length)} of {formatCount(rows.length)} reports.
        </p>
      )}
    </section>
  );
}
