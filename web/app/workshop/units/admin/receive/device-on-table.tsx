import { deskKindOf } from '@reprise/contract/workshop/receiving/desk-habit';
import { type IdentifierKind, identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { useReceive } from './use-receive.ts';

type DeviceOnTableProps = { receive: ReturnType<typeof useReceive>; then: (act: () => void) => () => void };

/** The device on the table: its model, the numbers it has, and those that are due. */
export function DeviceOnTable({ receive, then }: DeviceOnTableProps) {
  const { model, desk, early, isBusy } = receive;
  const table = desk?.table ?? [];
  const name = model?.new?.name ?? model?.known?.name;
  if (!name && !early) return null;
  const isStarted = table.length > 0 || early !== null;
  return (
    <section aria-label="Device on the table" className="rounded-tile border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-4">
        <Thumb src={model?.known?.image ?? undefined} className="size-16" />
        <div className="min-w-40 flex-1">
          <p className="wrap-anywhere font-semibold">{name ?? 'Model not chosen yet'}</p>
          <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {early && <span className="tabular">{early.code}</span>}
            {table.map(({ kind, value }) => (
              <span key={value} className="tabular">
                <span className="text-ink-muted">{identifierLabels[kind]}</span> {value}
              </span>
            ))}
            {missingKinds(receive).map((kind) => (
              <Badge key={kind} tone="warn">
                {identifierLabels[kind]} missing
              </Badge>
            ))}
            {!isStarted && <span className="text-ink-muted">{nextDevice(receive)}</span>}
          </div>
        </div>
        {isBusy && <Spinner label="Working" />}
      </div>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {name && !desk?.question && table.length > 0 && (
          <Button variant="outline" onClick={then(receive.enter)}>
            Receive without the rest…
          </Button>
        )}
        {name && !desk?.question && (
          <Button variant="outline" onClick={receive.leaveModel}>
            Another model
          </Button>
        )}
        {isStarted && !desk?.question && (
          <Button variant="ghost" onClick={then(receive.no)}>
            Put aside
          </Button>
        )}
      </div>
    </section>
  );
}

/** Kinds that the device on the table should still get. */
function missingKinds({ desk }: ReturnType<typeof useReceive>): IdentifierKind[] {
  if (!desk || desk.table.length === 0) return [];
  const wanted = [...desk.model.identifiers];
  for (const { kind } of desk.table) {
    const index = wanted.findIndex((other) => deskKindOf(other) === deskKindOf(kind));
    if (index >= 0) wanted.splice(index, 1);
  }
  return wanted;
}

/** Says in which order the desk takes the numbers of the next device. */
function nextDevice({ desk }: ReturnType<typeof useReceive>): string {
  const order = desk?.isSure ? desk.habit?.order : undefined;
  if (!order) return 'The next device is one of these, too. The desk asks once more for its numbers.';
  return `Each device: ${order.map(nameOf).join(', then ')}.`;
}

const nameOf = (kind: IdentifierKind) => (kind === 'serial' ? 'serial number' : identifierLabels[kind]);
