import { type Channel, channelKindLabels } from '@reprise/contract/sales/channels/channel';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { PageSkeleton } from '../../../ui/skeleton.tsx';
import type { Route } from './+types/admin-channel-page';
import { AddListingsDialog } from './add-listings-dialog.tsx';
import { BackMarketFiles } from './back-market-files.tsx';
import { ChannelState } from './channel-state.tsx';
import { channelsKey, listingsKey } from './channels-key.ts';
import { EbayAccountDialog } from './ebay-account-dialog.tsx';
import { EbaySettingsDialog } from './ebay-settings-dialog.tsx';
import { ListingList } from './listing-list.tsx';
import { RulesDialog } from './rules-dialog.tsx';

export const meta = () => adminMeta('Sales channel');

/** One channel: its account, rules and listings. */
export default function AdminChannelPage({ params: { id } }: Route.ComponentProps) {
  const channels = useQuery({
    queryKey: channelsKey,
    queryFn: ({ signal }) => api.listChannels({}, { signal }),
  });
  const channel = channels.data?.channels.find((one) => one.id === id);
  return (
    <>
      <Breadcrumb
        steps={[{ label: 'Sales channels', to: '/admin/channels' }, { label: channel?.name ?? 'Channel' }]}
      />
      <Loaded query={channels} failed="This channel could not be loaded" loading={<PageSkeleton />}>
        {() =>
          channel ? (
            <ChannelView key={id} channel={channel} />
          ) : (
            <ErrorState
              title="There is no such channel"
              onRetry={() => channels.refetch()}
              retrying={channels.isFetching}
            >
              It may have been removed.
            </ErrorState>
          )
        }
      </Loaded>
    </>
  );
}

function ChannelView({ channel }: { channel: Channel }) {
  const queries = useQueryClient();
  const dialog = useDialogParam('open');
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: channelsKey });
    void queries.invalidateQueries({ queryKey: listingsKey(channel.id) });
  };
  const isListable = channel.account.state === 'connected';
  return (
    <>
      <ScreenHeader title={channel.name}>
        <SwitchButton channel={channel} onChanged={refresh} />
        {isListable && <Button onClick={() => dialog.open('add')}>Add products</Button>}
      </ScreenHeader>
      <Status channel={channel} onOpen={dialog.open} onChanged={refresh} />
      {channel.kind === 'back-market' && <BackMarketFiles channel={channel} />}
      <ListingList channel={channel} onAdd={() => dialog.open(isListable ? 'add' : 'account')} />
      {dialog.value === 'rules' && <RulesDialog channel={channel} onSaved={refresh} onClose={dialog.close} />}
      {dialog.value === 'add' && (
        <AddListingsDialog channel={channel} onAdded={refresh} onClose={dialog.close} />
      )}
      {channel.kind === 'ebay' && dialog.value === 'account' && (
        <EbayAccountDialog channel={channel} onSaved={refresh} onClose={dialog.close} />
      )}
      {channel.kind === 'ebay' && dialog.value === 'settings' && (
        <EbaySettingsDialog channel={channel} onSaved={refresh} onClose={dialog.close} />
      )}
    </>
  );
}

type OpenDialog = (name: string) => void;

/** State of the channel, with the next step until it can be switched on. */
function Status({ channel, onOpen, onChanged }: ActionsProps) {
  const { kind, account, isReady, failure, ordersReadAt, enabled } = channel;
  const needsAccount = kind === 'ebay' && account.state !== 'connected';
  return (
    <div className="mb-5 grid justify-items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-sm">
        <ChannelState channel={channel} />
        {channel.name !== channelKindLabels[kind] && channelKindLabels[kind]}
        {account.hint && <span className="wrap-anywhere">{account.hint}</span>}
        {enabled && ordersReadAt && <span>Orders known up to {formatDateTime(ordersReadAt)}</span>}
      </p>
      {failure && <ProblemBox message={failure} />}
      {needsAccount && <Button onClick={() => onOpen('account')}>Connect eBay</Button>}
      {kind === 'ebay' && !needsAccount && !isReady && (
        <Button onClick={() => onOpen('settings')}>Choose policies and categories</Button>
      )}
      <Actions channel={channel} onOpen={onOpen} onChanged={onChanged} />
    </div>
  );
}

function SwitchButton({ channel, onChanged }: { channel: Channel; onChanged: () => void }) {
  const { id, name, enabled, buffer, pricePercent, priceEnding, isReady } = channel;
  const saving = useMutation({
    mutationFn: () =>
      api.updateChannel({
        params: { id },
        body: { name, buffer, pricePercent, priceEnding, enabled: !enabled },
      }),
    onSuccess: () => {
      notify('success', enabled ? `${name} is off. Its listings stay as they are.` : `${name} is on`);
      onChanged();
    },
    onError: (error) => notify('error', messageOf(error, 'The channel was not changed. Try again.')),
  });
  if (!isReady && !enabled) return null;
  return (
    <Button
      variant={enabled ? 'outline' : 'primary'}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {enabled ? 'Switch off' : 'Switch on'}
    </Button>
  );
}

type ActionsProps = { channel: Channel; onOpen: OpenDialog; onChanged: () => void };

function Actions({ channel, onOpen, onChanged }: ActionsProps) {
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const params = { id: channel.id };
  const retrying = useMutation({
    mutationFn: () => api.retryListings({ params }),
    onSuccess: () => {
      notify('success', 'Sent again');
      onChanged();
    },
    onError: (error) => notify('error', messageOf(error, 'Nothing was sent. Try again.')),
  });
  const isEbay = channel.kind === 'ebay';
  const button = (label: string, onClick: () => void, loading = false) => (
    <Button size="sm" variant="outline" loading={loading} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button('Change rules', () => onOpen('rules'))}
      {isEbay && channel.account.state === 'connected' && (
        <>
          {button('eBay account', () => onOpen('account'))}
          {channel.isReady && button('eBay settings', () => onOpen('settings'))}
        </>
      )}
      {channel.refused > 0 && button('Send refused again', () => retrying.mutate(), retrying.isPending)}
      {button('Remove channel', () => setRemoving(true))}
      <DeleteDialog
        title="Remove channel"
        item={isRemoving ? channel : null}
        nameOf={({ name }) => name}
        remove={() => api.deleteChannel({ params })}
        onDeleted={() => {
          notify('success', 'Channel removed');
          onChanged();
          void navigate('/admin/channels');
        }}
        failedMessage="The channel was not removed. Try again."
        onClose={() => setRemoving(false)}
      >
        {() => <p>Its orders stay. Take its products off it first.</p>}
      </DeleteDialog>
    </div>
  );
}
