import {
  type ProductTracking,
  type TrackingMode,
  trackingEndpoints,
} from '@reprise/contract/workshop/units/tracking';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Says whether the stock of a product is a count or its devices, and switches between the two. */
export function ProductTrackingCard({ productId }: { productId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['product', productId, 'tracking'],
    queryFn: ({ signal }) => api.getTracking({ params: { id: productId } }, { signal }),
    select: ({ tracking }) => tracking,
  });
  if (error) {
    return (
      <div className="mb-5">
        <ProblemBox message={messageOf(error, 'The devices could not be counted. Reload the page.')} />
      </div>
    );
  }
  if (data === undefined) return <Skeleton className="mb-5 h-20" />;
  const isSerial = data.tracking === 'serial';
  return (
    <section
      aria-label="Devices"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-tile border border-line bg-raised p-4"
    >
      <div className="min-w-0">
        <h2 className="font-semibold text-sm">{isSerial ? 'Tracked by device' : 'Counted'}</h2>
        <p className="mt-0.5 text-ink-muted text-sm">
          {isSerial ? devicesText(data) : 'The stock is a number. Its devices are not known.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isSerial && (
          <Link to={`/admin/units?product=${productId}`} className="text-link self-center text-sm">
            See its devices
          </Link>
        )}
        <Button variant="outline" onClick={() => setOpen(true)}>
          {isSerial ? 'Count instead…' : 'Track by device…'}
        </Button>
      </div>
      {isOpen && <TrackingDialog productId={productId} before={data} onClose={() => setOpen(false)} />}
    </section>
  );
}

function devicesText({ listed, waiting, withoutNumber }: ProductTracking): string {
  const parts = [
    `${listed} on sale`,
    waiting > 0 && `${waiting} promised to orders`,
    withoutNumber > 0 &&
      `${withoutNumber} without a number: each gets its own when it is packed or corrected`,
  ];
  return parts.filter(Boolean).join(' · ');
}

type TrackingDialogProps = { productId: string; before: ProductTracking; onClose: () => void };

function TrackingDialog({ productId, before, onClose }: TrackingDialogProps) {
  const to: TrackingMode = before.tracking === 'serial' ? 'quantity' : 'serial';
  const title = to === 'serial' ? 'Track by device' : 'Count instead';
  const form = useSavedForm({
    defaultValues: { tracking: to },
    schema: trackingEndpoints.setTracking.body,
    save: (body) => api.setTracking({ params: { id: productId }, body }),
    done: to === 'serial' ? 'Tracked by device now' : 'Counted now',
    invalidatesOnFailure: true,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={title} onClose={onClose} submitLabel={title}>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        {(to === 'serial' ? toDevices(before) : toCount(before)).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </FormDialog>
  );
}

function toDevices({ stockCount, waiting }: ProductTracking): string[] {
  const devices = stockCount + waiting;
  return [
    `The stock stays at ${stockCount}, and selling goes on.`,
    `${devices === 1 ? 'One device is' : `${devices} devices are`} added to the register without a number${waiting > 0 ? `, ${waiting} of them for open orders` : ''}.`,
    'Each gets its serial number or IMEI when it is scanned at packing.',
    'From then on, the stock rises and falls with the devices that you put on sale.',
  ];
}

function toCount({ stockCount, listed }: ProductTracking): string[] {
  return [
    `The stock stays at ${stockCount}.`,
    `${listed === 1 ? 'The device on sale leaves' : `The ${listed} devices on sale leave`} the register; the history stays, and switching back brings them back.`,
    'Orders can ship without a scan.',
  ];
}
