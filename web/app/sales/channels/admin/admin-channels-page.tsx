import { type Channel, type ChannelKind, channelKindLabels } from '@reprise/contract/sales/channels/channel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Plus, Store } from '../../../ui/icons/lucide.tsx';
import { ChannelState } from './channel-state.tsx';
import { channelsKey } from './channels-key.ts';
import { RulesDialog } from './rules-dialog.tsx';
import { ShortSales } from './short-sales.tsx';

export const meta = () => adminMeta('Sales channels');

/** Lists the places beside the shop that sell its products. */
export default function AdminChannelsPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const add = useDialogParam('add');
  const channels = useQuery({
    queryKey: channelsKey,
    queryFn: ({ signal }) => api.listChannels({}, { signal }),
  });
  const kinds: ChannelKind[] = [
    'ebay',
    'back-market',
    ...(channels.data?.adapter ? (['adapter'] as const) : []),
  ];
  return (
    <div className="max-w-3xl">
      <ScreenHeader title="Sales channels">
        {channels.data && channels.data.channels.length > 0 && (
          <Button onClick={() => add.open('channel')}>
            <Plus className="size-4" aria-hidden="true" />
            Add channel
          </Button>
        )}
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Products are offered on marketplaces too, from the same stock. An order there is an order here,
        already paid; its buyer gets the mails of the marketplace.
      </p>
      <ShortSales />
      <Loaded query={channels} failed="Channels could not be loaded" look="framed" skeleton="h-40">
        {(data) => <ChannelList channels={data.channels} onAdd={() => add.open('channel')} />}
      </Loaded>
      {add.value !== null && (
        <RulesDialog
          kinds={kinds}
          onSaved={({ id }) => {
            void queries.invalidateQueries({ queryKey: channelsKey });
            void navigate(`/admin/channels/${id}`);
          }}
          onClose={add.close}
        />
      )}
    </div>
  );
}

function ChannelList({ channels, onAdd }: { channels: Channel[]; onAdd: () => void }) {
  if (channels.length === 0) {
    return (
      <div className="rounded-tile border border-line bg-raised">
        <EmptyState
          title="No channels yet"
          Icon={Store}
          action={<Button onClick={onAdd}>Add channel</Button>}
        >
          Sell on eBay with stock that follows within seconds, or on Back Market by files.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul
      aria-label="Sales channels"
      className="divide-y divide-line rounded-tile border border-line bg-raised"
    >
      {channels.map((channel) => (
        <li key={channel.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-48">
            <Link
              to={`/admin/channels/${channel.id}`}
              className="wrap-anywhere font-medium hover:text-primary-text hover:underline"
            >
              {channel.name}
            </Link>
            {channel.name !== channelKindLabels[channel.kind] && (
              <span className="block text-ink-muted">{channelKindLabels[channel.kind]}</span>
            )}
          </p>
          <Counts channel={channel} />
          <span className="w-44">
            <ChannelState channel={channel} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Counts({ channel: { listed, waiting, refused } }: { channel: Channel }) {
  const parts = [`${formatCount(listed)} listed`, waiting > 0 && `${formatCount(waiting)} waiting`].filter(
    Boolean,
  );
  return (
    <span className="tabular text-ink-muted">
      {parts.join(', ')}
      {refused > 0 && <span className="text-bad-text">, {formatCount(refused)} refused</span>}
    </span>
  );
}
