import type { Channel } from '@reprise/contract/channels/channel';
import {
  type ChannelListing,
  type ListingState,
  listingStates,
  maxListedAtOnce,
} from '@reprise/contract/channels/listings';
import { formatMoney } from '@reprise/contract/money';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DataList, type ListColumn } from '../../../admin-ui/data-list.tsx';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { useListParams } from '../../../admin-ui/use-list-params.ts';
import { useSelection } from '../../../admin-ui/use-selection.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink, PackageOpen, SearchX } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Thumb } from '../../catalog/admin/thumb.tsx';
import { channelsKey, listingsKey } from './channels-key.ts';

const states: Record<ListingState, { label: string; tone: Tone }> = {
  listed: { label: 'Listed', tone: 'good' },
  waiting: { label: 'Waiting', tone: 'warn' },
  refused: { label: 'Refused', tone: 'bad' },
  ending: { label: 'Being taken off', tone: 'neutral' },
};

const columns: ListColumn<ChannelListing>[] = [
  {
    id: 'product',
    label: 'Product',
    cell: ({ product: { id, name, sku, image }, url }) => (
      <span className="flex items-center gap-3 py-1">
        <Thumb src={image} className="size-9" />
        <span className="min-w-0">
          <a
            href={`/admin/products?edit=${id}`}
            className="block max-w-72 truncate font-medium hover:text-primary-text hover:underline"
          >
            {name}
          </a>
          <span className="text-ink-muted text-sm">{sku}</span>
          {url && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="ml-2 inline-flex items-center gap-1 text-link text-sm"
            >
              Listing
              <ExternalLink className="size-3.5" aria-hidden="true" />
            </a>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state, quantity, failure }) => (
      <span className="block py-1">
        {state === 'listed' && quantity === 0 ? (
          <StatusDot>No units to sell</StatusDot>
        ) : (
          <StatusDot tone={states[state].tone}>{states[state].label}</StatusDot>
        )}
        {failure && <span className="wrap-anywhere block max-w-80 text-bad-text text-sm">{failure}</span>}
      </span>
    ),
  },
  {
    id: 'price',
    label: 'Price there',
    number: true,
    phone: 'labelled',
    cell: ({ price, shopPrice }) => (
      <span className="grid max-sm:inline-grid">
        {formatMoney(price)}
        {price !== shopPrice && <span className="text-ink-muted text-sm">{formatMoney(shopPrice)} here</span>}
      </span>
    ),
  },
  {
    id: 'units',
    label: 'Units there',
    number: true,
    phone: 'labelled',
    cell: ({ quantity, stock }) => (
      <span className="grid max-sm:inline-grid">
        {formatCount(quantity)}
        {quantity !== stock && <span className="text-ink-muted text-sm">{formatCount(stock)} in stock</span>}
      </span>
    ),
  },
];

/** Listings on their way change by themselves. */
const refetchMs = 5000;

/** Products on a channel. */
export function ListingList({ channel, onAdd }: { channel: Channel; onAdd: () => void }) {
  const listParams = useListParams();
  const search = listParams.text('search') || undefined;
  const state = listParams.choice('state', listingStates);
  const query = { search, state, page: listParams.page, limit: Math.min(listParams.limit, maxListedAtOnce) };
  const list = useQuery({
    queryKey: [...listingsKey(channel.id), query],
    queryFn: ({ signal }) => api.listListings({ params: { id: channel.id }, query }, { signal }),
    select: ({ listings, pagination }) => ({ rows: listings, pagination }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      channel.enabled && data?.listings.some((one) => one.state === 'waiting' || one.state === 'ending')
        ? refetchMs
        : false,
  });
  const idOf = ({ product }: ChannelListing) => product.id;
  const selection = useSelection(idOf, JSON.stringify([channel.id, search, state]));
  return (
    <DataList
      name="channel-listings"
      caption="Listings"
      columns={columns}
      list={list}
      listParams={listParams}
      idOf={idOf}
      nameOf={({ product }) => product.name}
      selection={selection}
      bulk={<EndButton channel={channel} ids={selection.ids} onDone={selection.clear} />}
      filters={
        <>
          <SearchField
            label="Search name or SKU"
            value={search ?? ''}
            onChange={(value) => listParams.change({ search: value })}
          />
          <FilterSelect
            label="State"
            value={state}
            all="All listings"
            choices={listingStates.map((value) => ({ value, label: states[value].label }))}
            onChange={(value) => listParams.change({ state: value })}
          />
        </>
      }
      empty={
        search || state ? (
          <EmptyState
            Icon={SearchX}
            title="No listings match"
            action={
              <Button
                variant="outline"
                onClick={() => listParams.change({ search: undefined, state: undefined })}
              >
                Clear filters
              </Button>
            }
          />
        ) : (
          <EmptyState
            Icon={PackageOpen}
            title="No products on this channel"
            action={<Button onClick={onAdd}>Add products</Button>}
          />
        )
      }
    />
  );
}

type EndButtonProps = { channel: Channel; ids: string[]; onDone: () => void };

function EndButton({ channel, ids, onDone }: EndButtonProps) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<string[] | null>(null);
  const end = async (products: string[]) => {
    for (let start = 0; start < products.length; start += maxListedAtOnce) {
      const body = { products: products.slice(start, start + maxListedAtOnce) };
      await api.endListings({ params: { id: channel.id }, body });
    }
  };
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setAsked(ids)}>
        Take off {channel.name}
      </Button>
      <DeleteDialog
        title={`Take off ${channel.name}`}
        item={asked}
        nameOf={(products) =>
          products.length === 1 ? 'One product' : `${formatCount(products.length)} products`
        }
        remove={end}
        onDeleted={() => {
          notify('success', `Taken off ${channel.name}`);
          onDone();
          void queries.invalidateQueries({ queryKey: listingsKey(channel.id) });
          void queries.invalidateQueries({ queryKey: channelsKey });
        }}
        failedMessage="Nothing was taken off. Try again."
        onClose={() => setAsked(null)}
      >
        {() => <p>Their listings end there. Orders that were placed stay.</p>}
      </DeleteDialog>
    </>
  );
}
