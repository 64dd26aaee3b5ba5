import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { FeedCard } from './feed-card.tsx';
import { feedsKey } from './feeds-key.ts';

const pollMs = 2000;

/** Product feeds for marketing services; switches them on and off. */
export default function FeedsScreen() {
  const feeds = useQuery({
    queryKey: feedsKey,
    queryFn: ({ signal }) => api.listFeeds({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.feeds.some(({ isPending }) => isPending) ? pollMs : false),
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'Product feeds' }]} />
      <ScreenHeader title="Product feeds" />
      <p className="mb-4 text-ink-muted text-sm">
        A feed is a file with all products on sale, which an advertising service fetches from its address
        every day. The shop makes it anew every six hours.
      </p>
      <Loaded query={feeds} failed="Product feeds could not be loaded" look="framed" skeleton="h-64">
        {(data) => (
          <div className="grid gap-4">
            {data.feeds.map((feed) => (
              <FeedCard key={feed.kind} feed={feed} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}
