import type { Product } from '@reprise/contract/catalog/products/product';
import { type OwnReview, reviewInput } from '@reprise/contract/catalog/reviews/reviews';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { StarChoice } from '../../ui/forms/star-choice.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';

type ReviewDialogProps = {
  open: boolean;
  product: Product;
  /** Review to edit; null for a new one. */
  review: OwnReview | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
};

export function ReviewDialog({ open, product, review, onClose, onSaved }: ReviewDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={review ? 'Edit your review' : 'Write a Review'}>
      {open && <ReviewForm product={product} review={review} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  );
}

function ReviewForm({ product, review, onClose, onSaved }: Omit<ReviewDialogProps, 'open'>) {
  const form = useCheckedForm({
    defaultValues: { rating: review?.rating ?? 0, title: review?.title ?? '', text: review?.text ?? '' },
    schema: reviewInput,
    save: (body) =>
      review
        ? api.editReview({ params: { id: review.id }, body })
        : api.writeReview({ params: { id: product.id }, body }),
    failed: noResponse('retry'),
    onSaved: async () => {
      notify('success', review ? 'Your review was updated' : 'Your review is published');
      await onSaved();
    },
  });

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-5">
      <p className="-mb-1 text-ink-muted text-sm">{product.name}</p>
      <FormError message={form.failure} />
      <StarChoice label="Your stars" {...form.choice('rating')} />
      <TextInput
        label="Title"
        maxLength={120}
        hint="Optional. Your opinion in a few words."
        {...form.field('title')}
      />
      <TextArea
        label="Your review"
        required
        rows={6}
        maxLength={5000}
        hint="Looks, battery, sound: what did and did not meet your expectations."
        {...form.field('text')}
      />
      <p className="text-ink-muted text-sm">Shown with your first name and the initial of your last name.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {review ? 'Save changes' : 'Publish review'}
        </Button>
      </div>
    </form>
  );
}
