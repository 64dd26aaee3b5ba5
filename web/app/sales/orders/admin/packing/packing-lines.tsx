import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { PackingLine } from '@reprise/contract/sales/orders/packing';
import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Link } from 'react-router';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Check } from '../../../../ui/icons/lucide.tsx';
import type { Taken } from './use-counted.ts';
import { scannedOf } from './use-pack.ts';

type PackingLinesProps = {
  orderNumber: string;
  lines: PackingLine[];
  /** Units counted so far of the lines without scans. */
  taken: Taken;
  /** Takes a device out of the order; missing once it has shipped. */
  onUnpack?: (number: string) => void;
};

/** Lines of the order with the devices that are packed and where to find the others. */
export function PackingLines({ orderNumber, lines, taken, onUnpack }: PackingLinesProps) {
  return (
    <ul className="grid gap-3" aria-label="Items">
      {lines.map((line) => (
        <li key={line.product} className="rounded-tile border border-line bg-raised p-4">
          <div className="flex items-start gap-4">
            <Thumb src={line.image || undefined} className="size-14" />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-semibold">{line.name}</p>
              <p className="text-ink-muted text-sm">
                {conditionLabels[line.condition]} · SKU {line.sku}
              </p>
            </div>
            <Progress line={line} taken={taken[line.product] ?? 0} />
          </div>
          <Devices line={line} {...(onUnpack && { onUnpack })} />
          <ChosenDevices line={line} {...(onUnpack && { onUnpack })} />
          {onUnpack && <Suggestions line={line} />}
          <ShortUnits line={line} orderNumber={orderNumber} />
        </li>
      ))}
    </ul>
  );
}

function Progress({ line, taken }: { line: PackingLine; taken: number }) {
  const { isScanned, quantity, short } = line;
  if (quantity === 0) return <Badge tone="bad">{short > 0 ? `${short} short` : 'Refunded'}</Badge>;
  if (!isScanned && taken === 0) return <Badge tone="neutral">Take {quantity}</Badge>;
  const done = isScanned ? scannedOf(line) : taken;
  const isComplete = done >= quantity;
  return (
    <Badge tone={isComplete ? 'good' : 'warn'}>
      {isComplete && <Check className="size-3.5" aria-hidden="true" />}
      {done} of {quantity} {isScanned ? 'scanned' : 'taken'}
    </Badge>
  );
}

/** Units that are not there, and what to do about them. */
function ShortUnits({ line: { short }, orderNumber }: { line: PackingLine; orderNumber: string }) {
  const can = usePermissions();
  if (short === 0) return null;
  return (
    <div className="mt-3 rounded-control bg-bad-tint px-4 py-3 text-sm">
      <p className="font-semibold">
        {short === 1 ? 'One device is not there.' : `${short} devices are not there.`}
      </p>
      <p className="mt-1">
        Wait: the next device put on sale goes to the order that is short for longest. Or scan a better device
        of the same model to send it at the same price. Or refund the customer; the rest of the order can ship
        then.
      </p>
      {can('refunds.make') && (
        <Link
          to={`/admin/orders/${orderNumber}`}
          className="mt-2 inline-block font-semibold underline underline-offset-3"
        >
          Refund on the order’s page
        </Link>
      )}
    </div>
  );
}

type DevicesProps = { line: PackingLine; onUnpack?: (number: string) => void };

function Devices({ line: { devices }, onUnpack }: DevicesProps) {
  const can = usePermissions();
  if (devices.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1" aria-label="Packed devices">
      {devices.map(({ number, identifiers, isChosen, isAssumed }) => (
        <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {can('units.read') ? (
            <Link to={`/admin/units/${number}`} className="tabular text-link">
              {number}
            </Link>
          ) : (
            <span className="tabular">{number}</span>
          )}
          {identifiers.map(({ kind, value }) => (
            <span key={kind} className="tabular">
              <span className="text-ink-muted">{identifierLabels[kind]}</span> {value}
            </span>
          ))}
          {identifiers.length === 0 && <Badge tone="warn">Without a number</Badge>}
          {isChosen && <Badge tone="neutral">Chosen by the buyer</Badge>}
          {isAssumed && <Badge tone="warn">Not scanned</Badge>}
          {onUnpack && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onUnpack(number)}
              aria-label={`Take ${number} out`}
            >
              Take out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Devices that the buyer chose and that wait for their scan. */
function ChosenDevices({ line: { chosen }, onUnpack }: DevicesProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1" aria-label="Chosen by the buyer">
      {chosen.map(({ number, place }) => (
        <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="tabular font-semibold">{number}</span>
          {place && <span className="tabular">in bin {place}</span>}
          <Badge tone="warn">Chosen by the buyer</Badge>
          {onUnpack && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onUnpack(number)}
              aria-label={`Replace ${number}`}
              title="For a device that failed the last look: it goes on sale again, and another one can be packed. Agree on it with the buyer first."
            >
              Replace
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Suggestions({ line: { suggestions } }: { line: PackingLine }) {
  if (suggestions.length === 0) return null;
  return (
    <p className="tabular mt-3 text-ink-muted text-sm">
      On sale longest:{' '}
      {suggestions.map(({ number, place }) => (place ? `${number} in bin ${place}` : number)).join(', ')}
    </p>
  );
}
