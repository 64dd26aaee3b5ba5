import type { EditedPageText } from '@reprise/contract/foundations/page-texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/icons/lucide.tsx';
import { pageNames, pageUrls } from './page-names.ts';
import { PageTextEditor } from './page-text-editor.tsx';
import { PageTextVersions } from './page-text-versions.tsx';

type PageName = EditedPageText['page'];

/** Screen of one page. */
export function PageTextScreen({ page }: { page: PageName }) {
  return (
    <>
      <Breadcrumb steps={[{ label: 'Pages', to: '/admin/settings?tab=pages' }, { label: pageNames[page] }]} />
      <div className="mt-2 mb-5 flex min-h-10 flex-wrap items-center justify-between gap-2">
        <h1 className="text-lg sm:text-xl">{pageNames[page]}</h1>
        <a
          href={pageUrls[page]}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          View page
        </a>
      </div>
      <LoadedText key={page} page={page} />
    </>
  );
}

function LoadedText({ page }: { page: PageName }) {
  const text = useQuery({
    queryKey: ['page-text', page],
    queryFn: () => api.getEditedPageText({ params: { page } }),
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <Loaded query={text} failed="The page could not be loaded" skeleton="h-96">
      {(data) => <EditedText loaded={data.text} />}
    </Loaded>
  );
}

/** A saved, restored or reloaded version fills the editor again. */
function EditedText({ loaded }: { loaded: EditedPageText }) {
  const [text, setText] = useState(loaded);
  const [isDirty, setIsDirty] = useState(false);
  const show = (latest: EditedPageText) => {
    setText(latest);
    setIsDirty(false);
  };
  return (
    <>
      <PageTextEditor key={text.version} text={text} onSaved={show} onEdited={setIsDirty} />
      <PageTextVersions text={text} isDirty={isDirty} onRestored={show} />
    </>
  );
}
