import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import QrCode from '../../../ui/drawings/qr-code.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type PhoneDialogProps = {
  unitId: string;
  /** Receives the time in milliseconds until which photos may arrive. */
  onTicket: (expiresAt: number) => void;
  onClose: () => void;
};

/** QR code with which a phone adds photos of one unit, without signing in. */
export function PhoneDialog({ unitId, onTicket, onClose }: PhoneDialogProps) {
  const params = { id: unitId };
  const create = useMutation({
    mutationFn: () => api.createPhotoTicket({ params, body: {} }),
    onSuccess: ({ expiresAt }) => onTicket(Date.parse(expiresAt)),
  });
  const end = useMutation({
    mutationFn: () => api.endPhotoTickets({ params, body: {} }),
    onSuccess: () => {
      onTicket(0);
      onClose();
    },
    onError: (error) => notifyFailure('The code was not ended', error),
  });
  const begin = useEffectEvent(() => create.mutate());
  useEffect(() => begin(), []);
  const { data, isError, error } = create;
  const url = data ? `${window.location.origin}/device-photos#${data.ticket}` : '';
  return (
    <Modal
      open
      onClose={onClose}
      size="sm"
      title="Take photos with a phone"
      footer={
        data && (
          <>
            <Button variant="outline" loading={end.isPending} onClick={() => end.mutate()}>
              End code
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        )
      }
    >
      {isError ? (
        <ErrorState
          title="No code could be shown"
          onRetry={() => create.mutate()}
          retrying={create.isPending}
        >
          {messageOf(error)}
        </ErrorState>
      ) : data === undefined ? (
        <Skeleton className="mx-auto size-56" />
      ) : (
        <div className="grid justify-items-center gap-4 text-center text-sm">
          <div className="size-56 overflow-hidden rounded-control">
            <QrCode text={url} label="QR code that opens the camera page on a phone" />
          </div>
          <p>
            Scan it with the camera of the phone. The code is for this device only and ends at{' '}
            <span className="tabular whitespace-nowrap">{formatTime(data.expiresAt)}</span>. New photos appear
            here.
          </p>
          <a href={url} target="_blank" rel="noreferrer" className="text-link">
            Open the page in this browser
          </a>
        </div>
      )}
    </Modal>
  );
}
