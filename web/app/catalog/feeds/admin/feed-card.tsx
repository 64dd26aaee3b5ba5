import { feedGapLabels, feedLabels, type ProductFeed } from '@reprise/contract/catalog/feeds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatSize } from '../../../admin-ui/format-size.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount, formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { feedsKey } from './feeds-key.ts';

export function FeedCard({ feed }: { feed: ProductFeed }) {
  const { kind, enabled } = feed;
  const label = feedLabels[kind];
  const queries = useQueryClient();
  const onError = (error: unknown) =>
    notify('error', messageOf(error, 'The feed was not changed. Try again.'));
  const onSettled = () => queries.invalidateQueries({ queryKey: feedsKey });
  const change = useMutation({
    mutationFn: () => api.updateFeed({ params: { kind }, body: { enabled: !enabled } }),
    onError,
    onSettled,
  });
  const refresh = useMutation({
    mutationFn: () => api.refreshFeed({ params: { kind } }),
    onError,
    onSettled,
  });
  return (
    <Card
      title={label}
      action={
        <Button
          size="sm"
          variant="outline"
          aria-label={`Switch ${enabled ? 'off' : 'on'} the feed for ${label}`}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
      }
    >
      {enabled ? (
        <div className="grid gap-3 text-sm">
          <FeedState feed={feed} />
          <FeedAddress url={feed.url} />
          <div>
            <Button
              size="sm"
              variant="outline"
              aria-label={`Make the feed for ${label} now`}
              loading={refresh.isPending}
              disabled={feed.isPending}
              onClick={() => refresh.mutate()}
            >
              Make now
            </Button>
          </div>
        </div>
      ) : (
        <p className="text-ink-muted text-sm">Off. Until you switch it on, its address returns nothing.</p>
      )}
    </Card>
  );
}

function FeedState({
  feed: { madeAt, isPending, failure, productCount, leftOut, bytes },
}: {
  feed: ProductFeed;
}) {
  return (
    <div className="grid gap-1" role="status">
      {isPending && <StatusDot tone="primary">Being made</StatusDot>}
      {failure !== '' && (
        <StatusDot tone="bad">
          The last attempt failed: {failure} {madeAt !== null && 'The file before it stays.'}
        </StatusDot>
      )}
      {madeAt !== null && (
        <p>
          {countOf(productCount)} · made on {formatDateTime(madeAt)} · {formatSize(bytes)}
        </p>
      )}
      {leftOut.map(({ gap, count }) => (
        <p key={gap} className="text-ink-muted">
          Left out: {countOf(count)} {feedGapLabels[gap]}
        </p>
      ))}
    </div>
  );
}

const countOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

function FeedAddress({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify('success', 'Address copied'),
      () => notify('error', 'The browser did not copy it. Select the address and copy it yourself.'),
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="wrap-anywhere min-w-0 flex-1 select-all rounded-control bg-sunken px-3 py-2 font-mono">
        {url}
      </code>
      <Button size="sm" variant="outline" aria-label={`Copy ${url}`} onClick={copy}>
        Copy
      </Button>
    </div>
  );
}
