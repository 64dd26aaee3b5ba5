import { verdictLabels } from '@reprise/contract/catalog/grading/checklist';
import { formatMoney } from '@reprise/contract/money';
import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import {
  deductionReasonLabels,
  returnDispositionLabels,
  returnEndLabels,
  returnMatchLabels,
  returnReasonLabels,
} from '@reprise/contract/sales/returns/return-states';
import type { DeviceInspection } from '@reprise/contract/workshop/units/bench';
import { useState } from 'react';
import { Link } from 'react-router';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDate, formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { PhotoGallery } from '../photos/photo-gallery.tsx';
import type { DeskProps } from './admin-return-page.tsx';
import { DecideDialog, isHere, labelOf } from './decide-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

type LineCardProps = DeskProps & { line: ReturnLine };

/** True once what was sent is here; after another device or an empty parcel staff can still record it. */
const hasArrived = (line: ReturnLine) => (line.unit === null ? line.receivedAt !== null : isHere(line));

/** One line: what was asked, what came, and what is decided. */
export function LineCard({ orderReturn, line, onChanged }: LineCardProps) {
  const [open, setOpen] = useState<'receive' | 'decide' | null>(null);
  const can = usePermissions();
  const { product, unit, quantity, reason, note, windowEndsAt, decision, disposition, settledAt } = line;
  const isOpen = settledAt === null && orderReturn.state !== 'closed';
  const dialog = { orderReturn, line, onChanged, onClose: () => setOpen(null) };
  return (
    <Card title={product.name}>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        <Fact label={unit === null ? 'Quantity' : 'Device'}>
          {unit === null ? (
            quantity
          ) : (
            <Link to={`/admin/units/${unit}`} className="tabular text-link">
              {unit}
            </Link>
          )}
        </Fact>
        <Fact label="Reason">
          {returnReasonLabels[reason]}
          {windowEndsAt && `, possible until ${formatDate(windowEndsAt)}`}
        </Fact>
        {note && <Fact label="In the customer’s words">“{note}”</Fact>}
        <Fact label="Came back">
          <Arrival line={line} />
        </Fact>
        <Inspections line={line} />
        {decision && (
          <Fact label="Decision">
            {labelOf(decision, line)}
            {disposition && `, ${returnDispositionLabels[disposition].toLowerCase()}`}
          </Fact>
        )}
        <ReplacementFacts line={line} />
        {line.restockingPercent > 0 && (
          <Fact label="Retained by the policy">{line.restockingPercent}% of the price</Fact>
        )}
        {line.deductions.map(({ reason, note, amount }) => (
          <Fact key={`${reason} ${note}`} label={deductionReasonLabels[reason]}>
            {note}, −{formatMoney(amount)}
          </Fact>
        ))}
        {line.lockedAt && (
          <Fact label="Locked to an account">
            <span className="font-medium text-bad-text">
              It waits for the customer since {formatDate(line.lockedAt)}
            </span>
          </Fact>
        )}
        {line.endedAs && (
          <Fact label="End">
            {[returnEndLabels[line.endedAs], line.backCarrier, line.backTrackingNumber]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        )}
      </dl>
      {line.photos.length > 0 && (
        <div className="mt-4">
          <PhotoGallery orderId={orderReturn.orderId} photos={line.photos} access={{}} />
        </div>
      )}
      {isOpen && (
        <div className="mt-4 flex flex-wrap gap-2">
          {can('units.receive') && !hasArrived(line) && orderReturn.state !== 'requested' && (
            <Button variant="outline" size="sm" aria-keyshortcuts="c" onClick={() => setOpen('receive')}>
              {unit === null ? 'Count what came' : 'Empty or unreadable'}
            </Button>
          )}
          <LineButton keys={decision ? undefined : 'd'} onClick={() => setOpen('decide')}>
            {decision ? 'Change the decision' : 'Decide'}
          </LineButton>
          {isHere(line) && <DeviceActions number={orderReturn.number} line={line} onChanged={onChanged} />}
        </div>
      )}
      {open === 'receive' && <ReceiveDialog {...dialog} />}
      {open === 'decide' && <DecideDialog {...dialog} />}
    </Card>
  );
}

type LineButtonProps = { keys: string | undefined; onClick: () => void; children: string };

const LineButton = ({ keys, ...props }: LineButtonProps) => (
  <Button variant="outline" size="sm" aria-keyshortcuts={keys} {...props} />
);

function ReplacementFacts({ line: { replacement, isTakenOver, settledAt } }: { line: ReturnLine }) {
  return (
    <>
      {replacement && (
        <Fact label="Replacement">
          {replacement.product.name}
          {replacement.unit && `, ${replacement.unit}`}
          {replacement.order && (
            <Link to={`/admin/orders/${replacement.order}`} className="tabular block text-link">
              {replacement.order}
            </Link>
          )}
        </Fact>
      )}
      {isTakenOver && settledAt === null && (
        <Fact label="Taken over">Its replacement was cancelled: refund it, or replace it again.</Fact>
      )}
    </>
  );
}

/** Grade, battery and test before the device left, beside those recorded since; the page of the device has the reports. */
function Inspections({ line: { inspections, receivedAt } }: { line: ReturnLine }) {
  if (!inspections || receivedAt === null) return null;
  return (
    <>
      <Fact label="As it left">{inspectionText(inspections.sent)}</Fact>
      <Fact label="As it came back">{inspectionText(inspections.received)}</Fact>
    </>
  );
}

function inspectionText(found: DeviceInspection | null): string {
  if (found === null) return 'Not inspected';
  const { grade, verdict, battery } = found;
  const parts = [
    grade && `Grade ${grade}`,
    battery !== null && `battery ${battery}%`,
    verdict && `test: ${verdictLabels[verdict].toLowerCase()}`,
  ];
  return parts.filter(Boolean).join(', ');
}

type LockButtonProps = { number: string; line: ReturnLine; onChanged: DeskProps['onChanged'] };

/** Link to the photos of a device that came, and the mark of its account. */
function DeviceActions(props: LockButtonProps) {
  const { unit } = props.line;
  const can = usePermissions();
  if (unit === null) return null;
  return (
    <>
      {can('units.bench') && (
        <Link to={`/admin/units/${unit}#photos`} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          Photograph it
        </Link>
      )}
      {can('units.receive') && <LockButton {...props} />}
    </>
  );
}

/** Says that a device is locked to an account, or free of it. */
function LockButton({ number, line: { id, lockedAt }, onChanged }: LockButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const isLocked = lockedAt === null;
  const save = async () => {
    setBusy(true);
    try {
      onChanged(await api.lockReturnLine({ params: { number }, body: { line: id, isLocked } }));
      notify(
        'success',
        isLocked ? 'Marked as locked. The customer gets an email.' : 'It can be refunded again.',
      );
    } catch (error) {
      notifyFailure('It was not recorded', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="ghost" size="sm" loading={isBusy} onClick={() => void save()}>
      {isLocked ? 'It is locked to an account' : 'It is free again'}
    </Button>
  );
}

function Arrival({ line: { receivedAt, match, receivedCode, missingParts } }: { line: ReturnLine }) {
  if (receivedAt === null) return match === 'lost' ? returnMatchLabels.lost : 'Not yet';
  return (
    <>
      {match === null ? 'Yes' : returnMatchLabels[match]}, {formatDateTime(receivedAt)}
      {receivedCode && <span className="block wrap-anywhere">{receivedCode}</span>}
      {missingParts.length > 0 && <span className="block">Missing: {missingParts.join(', ')}</span>}
    </>
  );
}
