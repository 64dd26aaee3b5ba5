import { type PageTextVersion, type TextPageName, textPages } from '@reprise/contract/foundations/page-texts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { ChevronRight } from '../../../ui/icons/lucide.tsx';
import { pageNames } from './page-names.ts';
import { PageTextScreen } from './page-text-screen.tsx';

/** Pages whose text the owner may replace, or the editor of the page in the search params. */
export default function PagesScreen() {
  const [params] = useSearchParams();
  const page = textPages.find((name) => name === params.get('page'));
  return page ? <PageTextScreen page={page} /> : <PageList />;
}

function PageList() {
  const texts = useQuery({
    queryKey: ['page-texts'],
    queryFn: ({ signal }) => api.listPageTexts({}, { signal }),
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'Pages' }]} />
      <ScreenHeader title="Pages" />
      <p className="mb-4 text-ink-muted text-sm">
        Replace the text of a page with your own. Each save is a version that you can restore.
      </p>
      <Loaded query={texts} failed="Pages could not be loaded" look="framed" skeleton="h-96">
        {({ pages }) => (
          <ul className="divide-y divide-line rounded-tile border border-line bg-raised">
            {pages.map(({ page, latest }) => (
              <PageRow key={page} page={page} latest={latest} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function PageRow({ page, latest }: { page: TextPageName; latest: PageTextVersion | null }) {
  return (
    <li className="relative flex min-h-14 items-center gap-4 px-4 py-2 hover:bg-sunken">
      <div className="min-w-0 flex-1">
        <Link
          to={`/admin/settings?tab=pages&page=${page}`}
          className="font-medium after:absolute after:inset-0"
        >
          {pageNames[page]}
        </Link>
        <p className="text-ink-muted text-sm">
          {latest && !latest.isOriginal ? 'Own text' : 'Original text'}
          {latest && ` · ${formatDateTime(latest.savedAt)} by ${latest.author ?? 'a deleted user'}`}
        </p>
      </div>
      <ChevronRight className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
    </li>
  );
}
