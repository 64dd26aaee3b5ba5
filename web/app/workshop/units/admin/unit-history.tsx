import type { UnitEvent, UnitEventKind } from '@reprise/contract/workshop/units/unit';
import { unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { Link } from 'react-router';
import { formatDateTime } from '../../../formats.ts';

const titles: Record<UnitEventKind, string> = {
  received: 'Received',
  moved: 'Moved',
  placed: 'Put into a bin',
  identified: 'Number recorded',
  edited: 'Corrected',
  labeled: 'Label printed',
  checked: 'Checked',
  wiped: 'Erased',
  verified: 'Erasure verified',
  tested: 'Tested',
  graded: 'Graded',
  repaired: 'Repair',
  assigned: 'Assigned',
  photographed: 'Photos',
  renewed: 'Passport renewed',
  missing: 'Not on the shelf',
  found: 'Found again',
  costed: 'Cost or lot changed',
};

/** History of a unit, newest first. */
export function UnitHistory({ events }: { events: UnitEvent[] }) {
  return (
    <ol className="grid gap-3 text-sm">
      {events.map((event) => (
        <li key={event.id} className="grid grid-cols-[auto_1fr] gap-x-2.5">
          <span className="mt-1.5 size-2 rounded-full bg-line-strong" aria-hidden="true" />
          <div className="min-w-0">
            <p className="font-medium">
              {event.kind === 'moved' && event.to ? unitStateLabels[event.to] : titles[event.kind]}
              {event.detail && (
                <span className="wrap-anywhere font-normal text-ink-muted"> · {event.detail}</span>
              )}
            </p>
            {event.act && (
              <p>
                <Link to={`/admin/units?act=${event.act}`} className="text-link">
                  Act {event.act}
                </Link>
              </p>
            )}
            {event.reason && <p className="wrap-anywhere text-ink-muted">{event.reason}</p>}
            <p className="text-ink-faint text-xs">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>
              {event.actor && `, ${event.actor}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
