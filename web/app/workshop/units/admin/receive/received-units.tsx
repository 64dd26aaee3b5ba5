import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatTime } from '../../../../formats.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { PrintLabels } from '../labels/print-labels.tsx';

type ReceivedUnitsProps = {
  units: Unit[];
  /** Numbers that are in no record. */
  aside: number;
  onUndo: (unit: Unit) => void;
};

/** Units received since the page was opened, newest first, counted against those that should be there. */
export function ReceivedUnits({ units, aside, onUndo }: ReceivedUnitsProps) {
  const [expected, setExpected] = useState('');
  const missing = expected === '' ? 0 : Number(expected) - units.length;
  return (
    <section aria-label="Received now">
      <div className="mb-2 flex min-h-10 flex-wrap items-center justify-between gap-2 border-line border-b pb-2">
        <h2 className="font-semibold text-sm">
          Received now <span className="tabular font-normal text-ink-muted">{units.length}</span>
        </h2>
        {units.length > 0 && <PrintLabels units={units} />}
      </div>
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-1">
        <TextInput
          label="Devices in this delivery"
          inputMode="numeric"
          autoComplete="off"
          fieldClassName="w-44"
          value={expected}
          onChange={(event) => setExpected(event.target.value.replace(/\D/g, '').slice(0, 5))}
        />
        {expected !== '' && (
          <p role="status" className="min-h-10 content-center font-medium text-sm">
            {countText(missing)}
            {aside > 0 && ` Numbers put aside: ${aside}.`}
          </p>
        )}
      </div>
      {units.length === 0 ? (
        <p className="py-6 text-ink-muted text-sm">
          Each device you scan appears here. Nothing is put on sale: devices wait on the bench.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {units.map((unit, index) => (
            <ReceivedUnit key={unit.id} unit={unit} isLast={index === 0} onUndo={onUndo} />
          ))}
        </ul>
      )}
    </section>
  );
}

function countText(missing: number): string {
  if (missing === 0) return 'All are received.';
  return missing > 0 ? `${missing} not received.` : `${-missing} more than that are received.`;
}

type ReceivedUnitProps = { unit: Unit; isLast: boolean; onUndo: (unit: Unit) => void };

/** A received device with its numbers; the last one is large, to be compared with the one in the hand. */
function ReceivedUnit({ unit, isLast, onUndo }: ReceivedUnitProps) {
  return (
    <li
      className={classNames('flex items-center justify-between gap-3 py-2', isLast ? 'text-base' : 'text-sm')}
    >
      <div className="min-w-0">
        <Link to={`/admin/units/${unit.number}`} className="tabular font-medium text-link">
          {unit.number}
        </Link>
        <span className="block truncate" title={unit.model.name}>
          {unit.model.name}
        </span>
        <span className="flex flex-wrap gap-x-3">
          {unit.identifiers.map(({ kind, value }) => (
            <span key={kind} className="tabular wrap-anywhere">
              <span className="text-ink-muted">{identifierLabels[kind]}</span> {value}
            </span>
          ))}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-ink-muted text-xs">
          {unit.place && <span>Bin {unit.place}</span>}
          <time dateTime={unit.createdAt}>{formatTime(unit.createdAt)}</time>
          {unit.lot && <span className="tabular">{unit.lot.number}</span>}
          {unit.lot && unit.lot.declared === null && <Badge tone="warn">Not on the manifest</Badge>}
          {unit.missing.map((kind) => (
            <Badge key={kind} tone="warn">
              {identifierLabels[kind]} missing
            </Badge>
          ))}
        </span>
      </div>
      <Button size="sm" variant="ghost" aria-label={`Undo ${unit.number}`} onClick={() => onUndo(unit)}>
        Undo
      </Button>
    </li>
  );
}
