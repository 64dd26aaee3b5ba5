import type { OwnReview } from '@reprise/contract/catalog/reviews/reviews';
import { problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';

type DeleteReviewDialogProps = {
  open: boolean;
  review: OwnReview;
  productName: string;
  onClose: () => void;
  onDeleted: () => Promise<void>;
};

export function DeleteReviewDialog({
  open,
  review,
  productName,
  onClose,
  onDeleted,
}: DeleteReviewDialogProps) {
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await api.deleteReview({ params: { id: review.id } });
    } catch (error) {
      // Another tab has already deleted it.
      if (problemCodeOf(error) !== 'NOT_FOUND') {
        notify('error', messageOf(error, noResponse('safe')));
        setBusy(false);
        return;
      }
    }
    notify('success', 'Your review was deleted');
    setBusy(false);
    await onDeleted();
  }

  return (
    <Modal
      open={open}
      onClose={onClose}
      size="sm"
      title="Delete your review"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" loading={busy} onClick={() => void remove()}>
            Delete review
          </Button>
        </>
      }
    >
      <p>
        What you wrote about <strong className="font-semibold">{productName}</strong> is deleted permanently,
        and your stars no longer count. You can write another one later.
      </p>
    </Modal>
  );
}
