import { formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import type { OrderReturn, ReturnLine } from '@reprise/contract/sales/returns/return';
import { photoNeeds } from '@reprise/contract/sales/returns/return-photos';
import {
  deductionReasonLabels,
  returnEndLabels,
  returnReasonLabels,
} from '@reprise/contract/sales/returns/return-states';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { formatDateTime } from '../../formats.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { ProductThumb } from '../cart/product-thumb.tsx';
import { nextStepOf } from './next-step.ts';
import { PhotoFields } from './photos/photo-fields.tsx';
import { PhotoGallery } from './photos/photo-gallery.tsx';
import { Preparation } from './preparation.tsx';
import { PrintLabel } from './print-label.tsx';
import { type OrderAccess, orderHref } from './return-access.ts';
import { ReturnMessages } from './return-messages.tsx';
import { ReturnCode } from './return-sheet.tsx';

type ReturnCaseProps = { orderReturn: OrderReturn; access: OrderAccess; onChanged: () => void };
type ReturnCasePageProps = ReturnCaseProps & {
  /** Order whose conversation is shown. */
  about: Pick<OrderReturn, 'orderId' | 'orderNumber'>;
  messages: ConversationMessage[] | null;
};

/** State of a return, what the customer does next, and what was decided on each item. */
export function ReturnCase({ orderReturn, access, about, messages, onChanged }: ReturnCasePageProps) {
  const { state, lines, amount, shipping, canCancel } = orderReturn;
  return (
    <div className="grid gap-8">
      <p role="status" className="rounded-tile bg-primary-tint p-4">
        {nextStepOf(orderReturn)}
      </p>
      {state === 'approved' && (
        <>
          {orderReturn.label?.isUsed && <PrintLabel orderReturn={orderReturn} access={access} />}
          <Slip orderReturn={orderReturn} />
          <Preparation instructions={orderReturn.instructions} />
          <SentForm orderReturn={orderReturn} access={access} onChanged={onChanged} />
        </>
      )}
      <section>
        <h2 className="mb-3 font-semibold text-base">Items</h2>
        <ul className="divide-y divide-line rounded-tile border border-line bg-raised">
          {lines.map((line) => (
            <Line key={line.id} orderReturn={orderReturn} line={line} access={access} onChanged={onChanged} />
          ))}
        </ul>
      </section>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        <Fact label="Asked on">{formatDateTime(orderReturn.createdAt)}</Fact>
        <Fact label="Way back paid by">{orderReturn.labelBy === 'store' ? 'The store' : 'You'}</Fact>
        {orderReturn.labelDeduction > 0 && (
          <Fact label="Label of the way back">−{formatMoney(orderReturn.labelDeduction)}</Fact>
        )}
        {orderReturn.trackingNumber && (
          <Fact label="Tracking number">
            {[orderReturn.carrier, orderReturn.trackingNumber].filter(Boolean).join(' ')}
          </Fact>
        )}
        {(orderReturn.wish === 'refund' || state === 'closed') && amount > 0 && (
          <Fact label={state === 'closed' ? 'Given back' : 'To be given back'}>
            {formatMoney(amount)}
            {shipping > 0 && `, with ${formatMoney(shipping)} of shipping`}
          </Fact>
        )}
      </dl>
      <ReturnMessages orderReturn={about} access={access} messages={messages} onChanged={onChanged} />
      {canCancel && <CancelReturn orderReturn={orderReturn} access={access} onChanged={onChanged} />}
    </div>
  );
}

/** Address and code for the parcel; the sheet of the page is printed. */
function Slip({ orderReturn: { number, labelBy, sendTo, label } }: Pick<ReturnCaseProps, 'orderReturn'>) {
  const settings = useStoreSettings();
  if (!settings) return null;
  return (
    <section className="flex flex-wrap items-start gap-5 rounded-tile border border-line bg-raised p-4">
      <ReturnCode number={number} />
      <div className="min-w-0 flex-1 text-sm">
        <h2 className="font-semibold text-base">Put this into the parcel</h2>
        <p className="mt-1">
          Print the slip, or write{' '}
          <strong className="tabular whitespace-nowrap font-semibold">{number}</strong> on a note.
        </p>
        <address className="mt-3 whitespace-pre-line wrap-anywhere not-italic">
          {sendTo.length > 0 ? sendTo.join('\n') : `Ask us for the address: ${settings.storeEmail}`}
        </address>
        <p className="mt-3">{label?.isUsed ? 'The label has the address.' : payerSentences[labelBy]}</p>
        <Button variant="outline" size="sm" className="mt-3" onClick={() => window.print()}>
          Print the slip
        </Button>
      </div>
    </section>
  );
}

const payerSentences: Record<OrderReturn['labelBy'], string> = {
  store: 'We pay for the way back. Write to us for a label before you send it.',
  customer: 'You choose the carrier and pay for the way back. Keep the receipt.',
};

function SentForm({ orderReturn: { number, carrier, trackingNumber }, access, onChanged }: ReturnCaseProps) {
  const form = useCheckedForm({
    defaultValues: { carrier, trackingNumber },
    schema: returnEndpoints.markReturnSent.body,
    save: (body) => api.markReturnSent({ params: { number }, body }, access),
    failed: noResponse('safe'),
    onSaved: onChanged,
    // Another tab or the store moved the case: the page shows its state, where this form may be gone.
    failureOf: (error) => {
      const message = messageOf(error, noResponse('safe'));
      if (problemCodeOf(error) !== 'RETURN_STATE') return message;
      notify('error', message);
      onChanged();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 sm:grid-cols-2">
      <h2 className="font-semibold text-base sm:col-span-2">Is the parcel on its way?</h2>
      <TextInput label="Carrier" hint="If you know it." {...form.field('carrier')} />
      <TextInput label="Tracking number" hint="If you have one." {...form.field('trackingNumber')} />
      <div className="sm:col-span-2">
        <FormError className="mb-3" message={form.failure} />
        <Button type="submit" loading={form.isSaving}>
          I have sent it
        </Button>
      </div>
    </form>
  );
}

function Line({ orderReturn, line, access, onChanged }: ReturnCaseProps & { line: ReturnLine }) {
  const { product, unit, quantity, reason, note, endedAs, deductions, amount, settledAt } = line;
  return (
    <li className="flex items-start gap-4 p-4 text-sm">
      <ProductThumb image={product.image} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{product.name}</p>
        <p className="text-ink-muted">
          {unit === null ? `${quantity} ×` : `Device ${unit}`} · {returnReasonLabels[reason]}
        </p>
        {note && <p className="mt-1 wrap-anywhere">“{note}”</p>}
        <LinePhotos orderReturn={orderReturn} line={line} access={access} onChanged={onChanged} />
        <Arrival line={line} state={orderReturn.state} />
        {line.missingParts.length > 0 && <p className="mt-1">Missing: {line.missingParts.join(', ')}</p>}
        {line.restockingPercent > 0 && (
          <p className="mt-1">We retain {line.restockingPercent}% of the price, as our policy says.</p>
        )}
        {deductions.map(({ reason, note, amount }) => (
          <p key={`${reason} ${note}`} className="mt-1">
            {deductionReasonLabels[reason]}: {note}{' '}
            <span className="whitespace-nowrap">(−{formatMoney(amount)})</span>
          </p>
        ))}
        {settledAt !== null && endedAs !== null && (
          <p className="mt-1 font-medium">{returnEndLabels[endedAs]}</p>
        )}
        {line.backTrackingNumber && (
          <p className="mt-1">
            On its way to you: {[line.backCarrier, line.backTrackingNumber].filter(Boolean).join(' ')}
          </p>
        )}
        {line.lockedAt !== null && settledAt === null && (
          <p className="mt-1 font-medium text-bad-text">
            It is locked to an account. Remove it there (iCloud, Google, Samsung) and write to us: until then
            we cannot refund it.
          </p>
        )}
        {line.replacement?.order && (
          <p className="mt-1">
            {/* A new document, because loaders read the token from the address of the page that is open. */}
            <Link
              reloadDocument
              to={orderHref(line.replacement.order, line.replacement.accessToken ?? null)}
              className="text-link"
            >
              Your replacement: order <span className="tabular">{line.replacement.order}</span>
            </Link>
          </p>
        )}
        {line.decision === 'replace' && settledAt === null && (
          <p className="mt-1 font-medium">We send you another one, free of charge.</p>
        )}
        {line.decision === 'repair' && settledAt === null && (
          <p className="mt-1 font-medium">We repair it and send it back to you.</p>
        )}
      </div>
      {amount !== null && amount > 0 && settledAt !== null && endedAs !== 'replaced' && (
        <span className="tabular font-medium">{formatMoney(amount)}</span>
      )}
    </li>
  );
}

/** Photos of a line: those of an undecided fault can still be added and removed. */
/** Content of the parcel for a line that waits for its end. */
function Arrival({ line, state }: { line: ReturnLine; state: OrderReturn['state'] }) {
  const { receivedAt, match, settledAt, lockedAt } = line;
  if (state !== 'received' || settledAt !== null || lockedAt !== null) return null;
  if (match === 'other' || match === 'missing')
    return <p className="mt-1 font-medium text-bad-text">{arrivalWords[match]}</p>;
  return (
    <p className="mt-1">
      {receivedAt === null ? 'Not here yet' : `Arrived on ${formatDateTime(receivedAt)}`}
    </p>
  );
}

const arrivalWords = {
  other: 'Another device was in the parcel. We write to you about it.',
  missing: 'It was not in the parcel. Write to us if you sent it.',
};

function LinePhotos({ orderReturn, line, access, onChanged }: ReturnCaseProps & { line: ReturnLine }) {
  const { id, reason, photos, decision, settledAt } = line;
  const { orderId } = orderReturn;
  const isUndecided = decision === null && settledAt === null && photoNeeds[reason] !== 'none';
  if (!isUndecided && photos.length === 0) return null;
  return (
    <div className="mt-3">
      {isUndecided ? (
        <PhotoFields
          orderId={orderId}
          access={access}
          reason={reason}
          photos={photos}
          line={id}
          onAdded={onChanged}
          onRemoved={onChanged}
        />
      ) : (
        <PhotoGallery orderId={orderId} photos={photos} access={access} />
      )}
    </div>
  );
}

function CancelReturn({ orderReturn: { number }, access, onChanged }: ReturnCaseProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await api.cancelReturn({ params: { number } }, access);
      notify('success', `Return ${number} was called off`);
      setAsking(false);
    } catch (error) {
      notify('error', messageOf(error, noResponse('safe')));
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  return (
    <div>
      <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setAsking(true)}>
        Call off this return
      </Button>
      <Modal
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Call off this return?"
        footer={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              Back
            </Button>
            <Button loading={isBusy} onClick={() => void cancel()}>
              Call it off
            </Button>
          </>
        }
      >
        <p>You keep what you bought. You can ask again while the time for returns lasts.</p>
      </Modal>
    </div>
  );
}
