import { formatMoney } from '@reprise/contract/money';
import type { Channel } from '@reprise/contract/sales/channels/channel';
import {
  type ChannelListing,
  type ListingState,
  listingStates,
  maxListedAtOnce,
} from '@reprise/contract/sales/channels/listings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { useSelection } from '../../../admin-ui/list/use-selection.ts';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink, PackageOpen } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
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

const filters = [
  searchFilter('Search name or SKU'),
  selectFilter({
    name: 'state',
    label: 'State',
    all: 'All listings',
    choices: choicesOf(listingStates, (state) => states[state].label),
  }),
] as const;

/** Listings on their way change by themselves. */
const refetchMs = 5000;

/** Products on a channel. */
export function ListingList({ channel, onAdd }: { channel: Channel; onAdd: () => void }) {
  const list = useAdminList({
    queryKey: listingsKey(channel.id),
    filters,
    load: ({ limit, ...query }, options) =>
      api.listListings(
        { params: { id: channel.id }, query: { ...query, limit: Math.min(limit, maxListedAtOnce) } },
        options,
      ),
    rowsOf: ({ listings }) => listings.map((listing) => ({ ...listing, id: listing.product.id })),
    refetchInterval: (answer) =>
      channel.enabled && answer?.listings.some(({ state }) => state === 'waiting' || state === 'ending')
        ? refetchMs
        : false,
  });
  const selection = useSelection<ChannelListing & { id: string }>(list);
  return (
    <DataList
      name="channel-listings"
      caption="Listings"
      columns={columns}
      list={list}
      nameOf={({ product }) => product.name}
      selection={selection}
      bulk={<EndButton channel={channel} ids={selection.ids} onDone={selection.clear} />}
      empty={
        <EmptyState
          Icon={PackageOpen}
          title="No products on this channel"
          action={<Button onClick={onAdd}>Add products</Button>}
        />
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
