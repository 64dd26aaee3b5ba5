import type { EditedPageText, PageTextVersion } from '@reprise/contract/foundations/page-texts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount, formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { PageText } from '../text-page.tsx';

const pageSize = 10;

type PageTextVersionsProps = {
  text: EditedPageText;
  /** Unsaved changes, which a restored version would replace. */
  isDirty: boolean;
  onRestored: (text: EditedPageText) => void;
};

/** Saved versions of a page, the newest first. */
export function PageTextVersions({ text, isDirty, onRestored }: PageTextVersionsProps) {
  const [limit, setLimit] = useState(pageSize);
  const [opened, setOpened] = useState<PageTextVersion | null>(null);
  const { data } = useQuery({
    queryKey: ['page-text-versions', text.page, limit],
    queryFn: ({ signal }) =>
      api.listPageTextVersions({ params: { page: text.page }, query: { limit } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.versions.length === 0) return null;
  return (
    <section className="mt-8 max-w-lg">
      <h2 className="mb-3 font-semibold text-base">Versions</h2>
      <ul className="divide-y divide-line rounded-tile border border-line bg-raised">
        {data.versions.map((version) => (
          <li key={version.version} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                Version {version.version}
                {version.version === text.version && ' · current'}
              </p>
              <p className="text-ink-muted">
                {formatDateTime(version.savedAt)} by {version.author ?? 'a deleted user'},{' '}
                {version.isOriginal ? 'original text' : `${formatCount(version.characters)} characters`}
              </p>
            </div>
            <Button
              size="sm"
              variant="outline"
              aria-label={`View version ${version.version}`}
              onClick={() => setOpened(version)}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
      {data.pagination.total > data.versions.length && limit < 100 && (
        <Button className="mt-3" size="sm" variant="outline" onClick={() => setLimit(limit + pageSize)}>
          Show older versions
        </Button>
      )}
      <Modal
        open={opened !== null}
        onClose={() => setOpened(null)}
        size="lg"
        title={`Version ${opened?.version ?? ''}`}
      >
        {opened && (
          <VersionPreview
            text={text}
            version={opened}
            isDirty={isDirty}
            onRestored={(restored) => {
              setOpened(null);
              onRestored(restored);
            }}
          />
        )}
      </Modal>
    </section>
  );
}

type VersionPreviewProps = PageTextVersionsProps & { version: PageTextVersion };

function VersionPreview({ text, version, isDirty, onRestored }: VersionPreviewProps) {
  const params = { page: text.page, version: version.version };
  const { data, error } = useQuery({
    queryKey: ['page-text-version', text.page, version.version],
    queryFn: ({ signal }) => api.getPageTextVersion({ params }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const restoring = useRestore(text, onRestored);
  return (
    <>
      {error && <p className="text-sm">{messageOf(error, 'This version could not be loaded. Try again.')}</p>}
      {data &&
        (data.blocks ? (
          <PageText blocks={data.blocks} />
        ) : (
          <p className="text-sm">The page showed the original text of the store.</p>
        ))}
      {version.version !== text.version && (
        <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
          {isDirty && <p className="text-ink-muted text-sm">Save or undo your changes first.</p>}
          <Button
            disabled={isDirty}
            loading={restoring.isPending}
            onClick={() => restoring.mutate(version.version)}
          >
            Restore this version
          </Button>
        </div>
      )}
    </>
  );
}

function useRestore(text: EditedPageText, onRestored: (text: EditedPageText) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (restored: number) =>
      api.restorePageText({ params: { page: text.page }, body: { restored, version: text.version } }),
    onSuccess: (answer) => {
      notify('success', 'Version restored');
      void queries.invalidateQueries({ queryKey: ['page-texts'] });
      void queries.invalidateQueries({ queryKey: ['page-text-versions', text.page] });
      onRestored(answer.text);
    },
    onError: (error) => notify('error', messageOf(error, 'The version could not be restored. Try again.')),
  });
}
