import { zodResolver } from '@hookform/resolvers/zod';
import type { Product } from '@reprise/contract/catalog/product';
import { type OwnReview, reviewInput } from '@reprise/contract/reviews/reviews';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { StarChoice } from '../../ui/forms/star-choice.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';

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
      {open && <ReviewForm {...{ product, review, onClose, onSaved }} />}
    </Modal>
  );
}

type FormValues = z.input<typeof reviewInput>;

function ReviewForm({ product, review, onClose, onSaved }: Omit<ReviewDialogProps, 'open'>) {
  const form = useForm<FormValues>({
    resolver: zodResolver(reviewInput),
    defaultValues: { rating: review?.rating ?? 0, title: review?.title ?? '', text: review?.text ?? '' },
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (body) => {
    try {
      if (review) await api.editReview({ params: { id: review.id }, body });
      else await api.writeReview({ params: { id: product.id }, body });
    } catch (error) {
      form.setError('root', { message: messageOf(error, noResponse('retry')) });
      return;
    }
    notify('success', review ? 'Your review was updated' : 'Your review is published');
    await onSaved();
  });

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      <p className="-mb-1 text-ink-muted text-sm">{product.name}</p>
      <div role="alert" className="empty:hidden">
        {errors.root?.message && <ProblemBox message={errors.root.message} />}
      </div>
      <Controller
        control={form.control}
        name="rating"
        render={({ field }) => (
          <StarChoice
            label="Your stars"
            value={field.value}
            onChange={field.onChange}
            error={errors.rating?.message}
          />
        )}
      />
      <TextInput
        label="Title"
        maxLength={120}
        hint="Optional. Your opinion in a few words."
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextArea
        label="Your review"
        required
        rows={6}
        maxLength={5000}
        hint="Looks, battery, sound: what did and did not meet your expectations."
        error={errors.text?.message}
        {...form.register('text')}
      />
      <p className="text-ink-muted text-sm">Shown with your first name and the initial of your last name.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {review ? 'Save changes' : 'Publish review'}
        </Button>
      </div>
    </form>
  );
}
