import {
  type EditedPageText,
  maxPageText,
  pageTextEndpoints,
} from '@reprise/contract/foundations/page-texts';
import { problemCodeOf } from '@reprise/contract/problem';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { PageText } from '../text-page.tsx';
import { fetchOriginalText } from './original-text.ts';
import { pageNames } from './page-names.ts';

type PageTextEditorProps = {
  text: EditedPageText;
  onSaved: (text: EditedPageText) => void;
  onEdited: (isDirty: boolean) => void;
};

/** Markdown of a page beside its preview. */
export function PageTextEditor({ text, onSaved, onEdited }: PageTextEditorProps) {
  const stored = text.markdown ?? '';
  const saving = useSaveText(text, onSaved);
  const form = useCheckedForm({
    defaultValues: { markdown: stored },
    schema: pageTextEndpoints.savePageText.body,
    bodyOf: (values) => ({ ...values, version: text.version }),
    save: (body) => saving.mutateAsync(body.markdown),
    failureOf: () => null,
  });
  const markdown = form.watch('markdown');
  const isDirty = markdown.trim() !== stored;
  const isTooLong = markdown.trim().length > maxPageText;
  const tell = (value: string) => onEdited(value.trim() !== stored);
  return (
    <form noValidate onSubmit={form.submit}>
      {saving.isError && <SaveFailure error={saving.error} page={text.page} onReloaded={onSaved} />}
      <div className="grid gap-5 lg:grid-cols-2">
        <div>
          {text.page === 'returns' && (
            <p className="mb-3 text-ink-muted text-sm">
              Say here who pays the postage of a return and how soon you refund: the original text does not.
            </p>
          )}
          <TextArea
            label="Text"
            rows={20}
            className="font-mono text-sm"
            {...form.register('markdown', { onChange: ({ target }) => tell(target.value) })}
            hint={`# Heading, **bold**, *italic*, - list, [link](https://…). Links lead to https, http, mailto or a page of the store such as /returns. ${formatCount(markdown.trim().length)} of ${formatCount(maxPageText)} characters.`}
            error={isTooLong ? 'The text is too long. Shorten it to save it.' : undefined}
          />
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              type="submit"
              disabled={!isDirty || isTooLong || markdown.trim() === ''}
              loading={saving.isPending}
              // The second half of a double click would save over the first.
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              Save changes
            </Button>
            {text.markdown === null && markdown === '' && (
              <StartFromOriginal
                page={text.page}
                onLoaded={(original) => {
                  form.setValue('markdown', original);
                  tell(original);
                }}
              />
            )}
            {text.markdown !== null && (
              <Button
                variant="outline"
                disabled={saving.isPending || isDirty}
                onClick={() => saving.mutate(null)}
              >
                Use the original text
              </Button>
            )}
          </div>
        </div>
        <Preview title={pageNames[text.page]} markdown={markdown} />
      </div>
      <UnsavedChanges isDirty={() => isDirty} />
    </form>
  );
}

type StartFromOriginalProps = { page: EditedPageText['page']; onLoaded: (markdown: string) => void };

/** Fills the editor with the original text; the page changes only when it is saved. */
function StartFromOriginal({ page, onLoaded }: StartFromOriginalProps) {
  const loading = useMutation({
    mutationFn: () => fetchOriginalText(page),
    onSuccess: onLoaded,
    onError: () => notify('error', 'The original text could not be loaded. Try again in a moment.'),
  });
  return (
    <Button variant="outline" loading={loading.isPending} onClick={() => loading.mutate()}>
      Start from the original text
    </Button>
  );
}

function useSaveText(text: EditedPageText, onSaved: (text: EditedPageText) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (markdown: string | null) =>
      api.savePageText({ params: { page: text.page }, body: { markdown, version: text.version } }),
    onSuccess: (answer, markdown) => {
      notify('success', markdown === null ? 'The page shows the original text' : 'Text saved');
      void queries.invalidateQueries({ queryKey: ['page-texts'] });
      void queries.invalidateQueries({ queryKey: ['page-text-versions', text.page] });
      onSaved(answer.text);
    },
  });
}

type SaveFailureProps = {
  error: unknown;
  page: EditedPageText['page'];
  onReloaded: (text: EditedPageText) => void;
};

function SaveFailure({ error, page, onReloaded }: SaveFailureProps) {
  const loading = useMutation({
    mutationFn: () => api.getEditedPageText({ params: { page } }),
    onSuccess: ({ text }) => onReloaded(text),
  });
  return (
    <FormFailure>
      <p>{messageOf(error, 'The text was not saved. Try again in a moment.')}</p>
      {problemCodeOf(error) === 'EDIT_CONFLICT' && (
        <button
          type="button"
          onClick={() => loading.mutate()}
          className="mt-1 font-semibold underline underline-offset-3"
        >
          Discard my changes and load the latest text
        </button>
      )}
    </FormFailure>
  );
}

/** The text as the page will show it, a moment after the last key. */
function Preview({ title, markdown }: { title: string; markdown: string }) {
  const settled = useDebounced(markdown, 300);
  const isEmpty = settled.trim() === '' || settled.trim().length > maxPageText;
  const { data, error } = useQuery({
    queryKey: ['page-text-preview', settled],
    queryFn: ({ signal }) => api.previewPageText({ body: { markdown: settled } }, { signal }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <section aria-label="Preview" className="min-w-0">
      <p className="mb-1.5 font-medium text-sm">Preview</p>
      <div className="max-h-[34rem] overflow-y-auto rounded-tile border border-line bg-paper p-5">
        <p className="mb-6 font-semibold text-2xl">{title}</p>
        {isEmpty ? (
          <p className="text-ink-muted text-sm">The page shows the original text of the store.</p>
        ) : error ? (
          <p className="text-ink-muted text-sm">
            {messageOf(error, 'The preview could not be loaded. Change the text to try again.')}
          </p>
        ) : (
          data && <PageText blocks={data.blocks} />
        )}
      </div>
      <p className="mt-2 text-ink-muted text-sm">
        Days and amounts in your own text do not follow the settings.
      </p>
    </section>
  );
}
