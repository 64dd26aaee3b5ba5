import type { Packing } from '@reprise/contract/sales/orders/packing';
import { pickupLabel, statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { FeedbackBand, ScanField } from '../../../../admin-ui/scan/scan-field.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ArrowLeft } from '../../../../ui/icons/lucide.tsx';
import { PageSkeleton } from '../../../../ui/skeleton.tsx';
import { OrderParcels } from '../../order-parcels.tsx';
import { LabelCard } from '../../shipping/admin/label-card.tsx';
import { ParcelActions } from '../parcel-actions.tsx';
import { NumberOffer } from './number-offer.tsx';
import { PackingLines } from './packing-lines.tsx';
import { PartParcel } from './part-parcel.tsx';
import { ShipForm } from './ship-form.tsx';
import { UpgradeOffer } from './upgrade-offer.tsx';
import { leftToScan, usePack } from './use-pack.ts';

type PackOrderProps = { reference: string; onClose: () => void };

/** The order on the packing table. */
export function PackOrder({ reference, onClose }: PackOrderProps) {
  const orderNumber = reference.toUpperCase();
  const packing = useQuery({
    queryKey: ['packing', 'one', orderNumber],
    queryFn: ({ signal }) => api.getPacking({ params: { id: orderNumber } }, { signal }),
    select: ({ packing }) => packing,
  });
  return (
    <>
      <Link to="/admin/pack" className="text-link mb-2 inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Orders to pack
      </Link>
      <Loaded query={packing} failed={`Order ${orderNumber} could not be loaded`} loading={<PageSkeleton />}>
        {(data) => <PackingTable packing={data} onClose={onClose} />}
      </Loaded>
    </>
  );
}

function PackingTable({ packing, onClose }: { packing: Packing; onClose: () => void }) {
  const { orderNumber, status, shippingMethod } = packing;
  const pack = usePack(packing);
  const field = useRef<HTMLInputElement>(null);
  const tracking = useRef<HTMLInputElement>(null);
  const isOpen = status === 'pending' || status === 'processing';
  const left = leftToScan(packing);
  // The field stays after the last scan, with what became of it.
  const isToScan = isOpen || (status !== 'cancelled' && (left > 0 || pack.feedback !== null));
  const isScanned = packing.lines.some((line) => line.isScanned);
  useEffect(() => {
    if (isToScan) (isScanned ? field : tracking).current?.focus();
  }, [isToScan, isScanned]);
  return (
    <>
      <ScreenHeader title={`Pack ${orderNumber}`}>
        {shippingMethod === 'express' && <Badge tone="warn">Express</Badge>}
        {shippingMethod === 'pickup' && <Badge tone="primary">{pickupLabel}</Badge>}
        <Link to={`/admin/orders?order=${orderNumber}`} className="text-link text-sm">
          Open the order
        </Link>
      </ScreenHeader>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-4">
          {!isOpen && isToScan && left > 0 && (
            <p className="rounded-control bg-warn-tint px-4 py-3 text-sm">
              {left === 1 ? 'A device' : `${left} devices`} of this order left without a scan, so the customer
              reads no number. Scan what went out to note it.
            </p>
          )}
          {isToScan && (
            <>
              <ScanField
                ref={field}
                placeholder="Label, serial or IMEI"
                hint={
                  isOpen
                    ? 'Scan each device. A box barcode or + counts the others. Backspace in the empty field takes the last one out.'
                    : 'Scan each device that went out.'
                }
                onCode={pack.scan}
                onEnter={() => left === 0 && tracking.current?.focus()}
                {...(isOpen && { onBackspace: pack.unpackLast })}
                onYes={() => pack.newNumber && pack.recordNumber(pack.newNumber)}
                onNo={pack.leaveNumber}
              />
              <FeedbackBand feedback={pack.feedback} />
              <PackOffers pack={pack} onAnswered={() => field.current?.focus()} />
            </>
          )}
          <PackingLines
            orderNumber={orderNumber}
            lines={packing.lines}
            taken={pack.taken}
            {...(isOpen && {
              onUnpack: (number: string) => {
                pack.unpack(number);
                field.current?.focus();
              },
            })}
          />
        </div>
        <ParcelColumn packing={packing} pack={pack} left={left} tracking={tracking} onClose={onClose} />
      </div>
    </>
  );
}

type ParcelColumnProps = {
  packing: Packing;
  pack: ReturnType<typeof usePack>;
  left: number;
  tracking: RefObject<HTMLInputElement | null>;
  onClose: () => void;
};

/** Parcels that have left, the label and the form of the next one. */
function ParcelColumn({ packing, pack, left, tracking, onClose }: ParcelColumnProps) {
  const isOpen = packing.status === 'pending' || packing.status === 'processing';
  return (
    <div className="grid content-start gap-4">
      <SentParcels packing={packing} />
      {packing.shippingMethod !== 'pickup' && <LabelCard packing={packing} />}
      {isOpen ? (
        <>
          <ShipForm
            // A label that was bought fills in the fields.
            key={packing.trackingNumber}
            packing={packing}
            left={left}
            isScanning={pack.isBusy}
            trackingField={tracking}
          />
          {packing.shippingMethod !== 'pickup' && <PartParcel packing={packing} taken={pack.taken} />}
        </>
      ) : (
        <ClosedOrder packing={packing} onClose={onClose} />
      )}
    </div>
  );
}

type PackOffersProps = { pack: ReturnType<typeof usePack>; onAnswered: () => void };

/** Acts that a refused scan offers. */
function PackOffers({ pack, onAnswered }: PackOffersProps) {
  const { newNumber, upgrade, isBusy } = pack;
  return (
    <>
      {newNumber && (
        <NumberOffer
          number={newNumber}
          isBusy={isBusy}
          onRecord={(number) => {
            pack.recordNumber(number);
            onAnswered();
          }}
        />
      )}
      {upgrade && (
        <UpgradeOffer
          upgrade={upgrade}
          isBusy={isBusy}
          onSend={(offered) => {
            pack.sendUpgrade(offered);
            onAnswered();
          }}
        />
      )}
    </>
  );
}

/** Parcels of the order that have left while the rest is packed. */
function SentParcels({ packing }: { packing: Packing }) {
  const { id, orderNumber, status, parcels } = packing;
  if (parcels.length === 0) return null;
  const order = { id, orderNumber, status };
  return (
    <section aria-label="Sent parcels">
      <OrderParcels
        order={{ status: 'shipped', items: [], parcels }}
        actionsOf={(parcel) => <ParcelActions order={order} parcel={parcel} />}
      />
    </section>
  );
}

function ClosedOrder({ packing, onClose }: { packing: Packing; onClose: () => void }) {
  const { status, shippingMethod, carrier, trackingNumber } = packing;
  return (
    <section aria-label="Parcel" className="h-fit rounded-tile border border-line bg-raised p-4">
      <p className="font-semibold">This order is {statusLabelsOf(shippingMethod)[status].toLowerCase()}.</p>
      {trackingNumber && (
        <p className="tabular mt-1 text-ink-muted text-sm">
          {[carrier, trackingNumber].filter(Boolean).join(' ')}
        </p>
      )}
      <Button className="mt-4" onClick={onClose}>
        Next order
      </Button>
    </section>
  );
}
