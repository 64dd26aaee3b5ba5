import { formatMoney } from '@reprise/contract/money';
import {
  partActionLabels,
  partLabels,
  partQualityLabels,
  type Repair,
  repairStateLabels,
  type UnitPart,
} from '@reprise/contract/workshop/units/repairs';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { type UnitState, unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatDateTime } from '../../../../formats.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CloseRepairDialog } from './close-repair-dialog.tsx';
import { OpenRepairDialog } from './open-repair-dialog.tsx';
import { PartDialog } from './part-dialog.tsx';

/** States in which a unit can get a repair. */
const repairable: UnitState[] = ['bench', 'repair'];

type OpenDialog = 'open' | 'part' | 'done' | 'given-up' | null;

/** Repairs of a device with their parts; the open one can get more and be closed. */
export function RepairPanel({ unit }: { unit: Unit }) {
  const can = usePermissions();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const repairs = useQuery({
    queryKey: ['units', 'repairs', unit.id],
    queryFn: ({ signal }) => api.listRepairs({ params: { id: unit.id } }, { signal }),
    select: ({ repairs }) => repairs,
  });
  const { data } = repairs;
  if (!data) return <NotLoaded query={repairs} failed="The repairs could not be loaded" skeleton="h-16" />;
  const isOpen = data.some(({ state }) => state === 'open');
  const isEditable = can('units.bench') && (isOpen || repairable.includes(unit.state));
  const close = () => setDialog(null);
  return (
    <div className="grid gap-4 text-sm">
      {data.length === 0 && (
        <p className="text-ink-muted">
          {isEditable
            ? 'None. Open one for a fault that you mend.'
            : `None. The device is ${unitStateLabels[unit.state].toLowerCase()}.`}
        </p>
      )}
      {data.map((repair) => (
        <RepairRecord key={repair.id} repair={repair} />
      ))}
      {isEditable && (
        <div className="flex flex-wrap gap-2">
          {isOpen ? (
            <>
              <Button onClick={() => setDialog('part')}>Add part</Button>
              <Button variant="outline" onClick={() => setDialog('done')}>
                Finish repair
              </Button>
              <Button variant="ghost" onClick={() => setDialog('given-up')}>
                Give up
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={() => setDialog('open')}>
              Open repair
            </Button>
          )}
        </div>
      )}
      {dialog === 'open' && <OpenRepairDialog unit={unit} onClose={close} />}
      {dialog === 'part' && <PartDialog unit={unit} onClose={close} />}
      {(dialog === 'done' || dialog === 'given-up') && (
        <CloseRepairDialog unit={unit} outcome={dialog} onClose={close} />
      )}
    </div>
  );
}

function RepairRecord({ repair }: { repair: Repair }) {
  const { state, fault, work, minutes, labor, parts, at, closedAt, actor } = repair;
  return (
    <article className="grid gap-2 rounded-tile border border-line bg-raised p-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="wrap-anywhere font-medium">{fault}</h3>
        <Badge tone={state === 'open' ? 'warn' : state === 'done' ? 'good' : 'neutral'}>
          {repairStateLabels[state]}
        </Badge>
      </header>
      {work && <p className="wrap-anywhere">{work}</p>}
      {parts.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {parts.map((part) => (
            <PartLine key={part.id} part={part} />
          ))}
        </ul>
      )}
      <p className="tabular text-ink-muted text-xs">
        {[
          `Opened ${formatDateTime(at)}`,
          closedAt && `closed ${formatDateTime(closedAt)}`,
          closedAt && `${minutes} min`,
          labor !== null && labor > 0 && `labor ${formatMoney(labor)}`,
          actor,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
    </article>
  );
}

function PartLine({ part: { part, action, quality, serial, donor, cost } }: { part: UnitPart }) {
  const details = [
    quality !== 'none' && partQualityLabels[quality].toLowerCase(),
    serial,
    donor && `from ${donor}`,
  ];
  return (
    <li className="flex justify-between gap-4 py-1.5">
      <span className="wrap-anywhere min-w-0">
        {partLabels[part]} {partActionLabels[action].toLowerCase()}
        <span className="text-ink-muted"> {details.filter(Boolean).join(', ')}</span>
      </span>
      {cost !== null && cost > 0 && <span className="tabular">{formatMoney(cost)}</span>}
    </li>
  );
}
