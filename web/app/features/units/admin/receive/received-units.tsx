import { identifierLabels } from '@reprise/contract/units/identifiers';
import { maxUnitsPerCall, type Unit } from '@reprise/contract/units/unit';
import { Link } from 'react-router';
import { formatTime } from '../../../../formats.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Printer } from '../../../../ui/icons/lucide.tsx';
import { labelsUrl } from '../labels-url.ts';

type ReceivedUnitsProps = { units: Unit[]; onUndo: (unit: Unit) => void };

/** Units received since the page was opened, newest first. */
export function ReceivedUnits({ units, onUndo }: ReceivedUnitsProps) {
  return (
    <section aria-label="Received now">
      <div className="mb-2 flex min-h-10 flex-wrap items-center justify-between gap-2 border-line border-b pb-2">
        <h2 className="font-semibold text-sm">
          Received now <span className="tabular font-normal text-ink-muted">{units.length}</span>
        </h2>
        {units.length > 0 && (
          <Link
            to={labelsUrl(units.slice(0, maxUnitsPerCall))}
            className={buttonClass({ size: 'sm', variant: 'outline' })}
          >
            <Printer className="size-4" aria-hidden="true" />
            Print labels
          </Link>
        )}
      </div>
      {units.length === 0 ? (
        <p className="py-6 text-ink-muted text-sm">
          Each device you scan appears here. Nothing is put on sale: devices wait on the bench.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {units.map((unit) => (
            <li key={unit.id} className="flex items-center justify-between gap-3 py-2 text-sm">
              <div className="min-w-0">
                <Link to={`/admin/units/${unit.number}`} className="tabular font-medium text-link">
                  {unit.number}
                </Link>
                <span className="block truncate" title={unit.model.name}>
                  {unit.model.name}
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
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Undo ${unit.number}`}
                onClick={() => onUndo(unit)}
              >
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
