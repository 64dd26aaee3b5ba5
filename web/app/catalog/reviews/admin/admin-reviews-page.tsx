import { reviewVisibilities } from '@reprise/contract/catalog/reviews/reviews';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, linkedFilter, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MessageSquareText } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { HideButton, reviewColumns } from './review-columns.tsx';

export const meta = () => adminMeta('Reviews');

const stars = ['5', '4', '3', '2', '1'] as const;

const filters = [
  searchFilter('Search reviews'),
  selectFilter({
    name: 'visibility',
    label: 'State',
    all: 'Visible and hidden',
    choices: choicesOf(reviewVisibilities, { visible: 'Visible', hidden: 'Hidden' }),
  }),
  selectFilter({
    name: 'stars',
    label: 'Stars',
    all: 'All stars',
    choices: choicesOf(stars, (value) => (value === '1' ? '1 star' : `${value} stars`)),
    queryOf: (value) => ({ rating: Number(value) }),
  }),
  linkedFilter('product', 'All products'),
] as const;

const views = [
  { name: 'Hidden', query: 'visibility=hidden' },
  { name: 'One star', query: 'stars=1' },
];

export default function AdminReviewsPage() {
  const list = useAdminList({
    queryKey: ['reviews'],
    filters,
    load: (query, options) => api.listAllReviews({ query }, options),
    rowsOf: ({ reviews }) => reviews,
  });
  const visibilityChange = useVisibilityChange();
  return (
    <>
      <ScreenHeader title="Reviews" />
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Reviews by customers who received the product. A hidden review is visible only to its author and does
        not count toward the rating.
      </p>
      <DataList
        name="reviews"
        caption="Reviews"
        columns={reviewColumns}
        list={list}
        nameOf={({ product, author }) => `${author} of ${product.name}`}
        views={views}
        actions={(review) => (
          <HideButton
            review={review}
            saving={visibilityChange.isPending && visibilityChange.variables.id === review.id}
            onHide={(hidden) => visibilityChange.mutate({ id: review.id, hidden })}
          />
        )}
        empty={
          <EmptyState Icon={MessageSquareText} title="No reviews yet">
            Customers can write one once their order is delivered.
          </EmptyState>
        }
      />
    </>
  );
}

function useVisibilityChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hidden }: { id: string; hidden: boolean }) =>
      api.setReviewVisibility({ params: { id }, body: { hidden } }),
    onSuccess: (_, { hidden }) => {
      notify('success', hidden ? 'Review hidden' : 'Review visible again');
      return queries.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: (error) => notify('error', messageOf(error, 'The review could not be changed')),
  });
}
