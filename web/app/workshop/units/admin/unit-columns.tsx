import { carrierText } from '@reprise/contract/workshop/units/carrier';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { statesInHand } from '@reprise/contract/workshop/units/unit-states';
import { Link } from 'react-router';
import type { ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { UnitStateDot } from './unit-state.tsx';

export const unitColumns: ListColumn<Unit>[] = [
  {
    id: 'number',
    label: 'Device',
    cell: ({ number, model }) => (
      <span className="flex items-center gap-3 py-1">
        <Thumb src={model.image ?? undefined} />
        <span className="min-w-0">
          <Link
            to={`/admin/units/${number}`}
            className="tabular block whitespace-nowrap font-medium hover:text-primary-text hover:underline"
          >
            {number}
          </Link>
          <span className="block max-w-72 truncate font-normal text-ink-muted" title={model.name}>
            {model.name}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'identifiers',
    label: 'IMEI, serial number',
    cell: (unit) => <Identifiers unit={unit} />,
  },
  { id: 'state', label: 'State', cell: (unit) => <State unit={unit} /> },
  {
    id: 'since',
    label: 'Since',
    sort: { ascending: 'longest' },
    cell: ({ stateSince }) => (
      <time dateTime={stateSince} className="whitespace-nowrap">
        {formatDateTime(stateSince)}
      </time>
    ),
    phone: 'labelled',
  },
  {
    id: 'place',
    label: 'Bin',
    cell: ({ place, missingSince }) => (
      <span className="flex flex-wrap items-center gap-2">
        {place ? <span className="tabular">{place}</span> : <span className="text-ink-faint">–</span>}
        {missingSince && <Badge tone="bad">Not on the shelf</Badge>}
      </span>
    ),
    phone: 'labelled',
  },
  {
    id: 'received',
    label: 'Received',
    optional: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {formatDateTime(createdAt)}
      </time>
    ),
    phone: 'labelled',
  },
];

function Identifiers({ unit: { identifiers, missing, state, carrier } }: { unit: Unit }) {
  return (
    <span className="grid justify-items-start gap-0.5 py-1 text-sm">
      {identifiers.map(({ kind, value }) => (
        <span key={kind} className="tabular whitespace-nowrap">
          <span className="text-ink-muted">{identifierLabels[kind]}</span> {value}
        </span>
      ))}
      {carrier !== null && <span className="text-ink-muted">{carrierText(carrier)}</span>}
      {state !== 'gone' &&
        missing.map((kind) => (
          <Badge key={kind} tone="warn">
            {identifierLabels[kind]} missing
          </Badge>
        ))}
    </span>
  );
}

function State({ unit }: { unit: Unit }) {
  const can = usePermissions();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <UnitStateDot unit={unit} />
      {unit.gate === 'unrecorded' && <Badge tone="warn">No record</Badge>}
      {can('costs.see') && !unit.isCostKnown && isHere(unit) && <Badge tone="warn">Cost unknown</Badge>}
    </span>
  );
}

const isHere = ({ state }: Unit) => statesInHand.some((inHand) => inHand === state);
