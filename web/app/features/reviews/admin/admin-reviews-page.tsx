import { reviewVisibilities } from '@reprise/contract/reviews/reviews';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList } from '../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MessageSquareText, SearchX } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { HideButton, reviewColumns } from './review-columns.tsx';

export const meta = () => adminMeta('Reviews');

const starChoices = ['5', '4', '3', '2', '1'] as const;
const noFilters = { search: undefined, visibility: undefined, stars: undefined, product: undefined };

export default function AdminReviewsPage() {
  const listParams = useListParams();
  const filters = readFilters(listParams);
  const { search, product, visibility, stars } = filters;
  const query = {
    search: search || undefined,
    product: product || undefined,
    visibility,
    rating: stars && Number(stars),
    page: listParams.page,
    limit: listParams.limit,
  };
  const list = useQuery({
    queryKey: ['reviews', query],
    queryFn: ({ signal }) => api.listAllReviews({ query }, { signal }),
    select: ({ reviews, pagination }) => ({ rows: reviews, pagination }),
    placeholderData: keepPreviousData,
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
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ product, author }) => `${author} of ${product.name}`}
        filters={<ReviewFilters filters={filters} listParams={listParams} />}
        views={[
          { name: 'Hidden', query: 'visibility=hidden' },
          { name: 'One star', query: 'stars=1' },
        ]}
        actions={(review) => (
          <HideButton
            review={review}
            saving={visibilityChange.isPending && visibilityChange.variables.id === review.id}
            onHide={(hidden) => visibilityChange.mutate({ id: review.id, hidden })}
          />
        )}
        empty={
          search || visibility || stars || product ? (
            <EmptyState
              Icon={SearchX}
              title="No reviews match"
              action={
                <Button variant="outline" onClick={() => listParams.change(noFilters)}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState Icon={MessageSquareText} title="No reviews yet">
              Customers can write one once their order is delivered.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search'),
    product: listParams.text('product'),
    visibility: listParams.choice('visibility', reviewVisibilities),
    stars: listParams.choice('stars', starChoices),
  };
}

type ReviewFiltersProps = { filters: ReturnType<typeof readFilters>; listParams: ListParams };

function ReviewFilters({ filters, listParams }: ReviewFiltersProps) {
  const { search, product, visibility, stars } = filters;
  return (
    <>
      <SearchField
        label="Search reviews"
        value={search}
        onChange={(value) => listParams.change({ search: value })}
      />
      <FilterSelect
        label="State"
        all="Visible and hidden"
        value={visibility}
        choices={[
          { value: 'visible', label: 'Visible' },
          { value: 'hidden', label: 'Hidden' },
        ]}
        onChange={(value) => listParams.change({ visibility: value })}
      />
      <FilterSelect
        label="Stars"
        all="All stars"
        value={stars}
        choices={starChoices.map((value) => ({
          value,
          label: value === '1' ? '1 star' : `${value} stars`,
        }))}
        onChange={(value) => listParams.change({ stars: value })}
      />
      {product && (
        <Button variant="outline" size="sm" onClick={() => listParams.change({ product: undefined })}>
          All products
        </Button>
      )}
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
