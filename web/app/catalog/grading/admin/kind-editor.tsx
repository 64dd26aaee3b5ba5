import { type EditedGrading, gradingFaults } from '@reprise/contract/catalog/grading/edited-grading';
import { problemCodeOf } from '@reprise/contract/problem';
import { useDeferredValue, useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { fromEdited, toEdited } from './edit-content.ts';
import { GradeColumns } from './grade-columns.tsx';
import { GradingPreview } from './grading-preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SurfaceRows } from './surface-rows.tsx';
import { TestRows } from './test-rows.tsx';
import { useGradingEdit } from './use-grading-edit.ts';

/** Edits the draft of a kind of device. Its key is the stored version. */
export function KindEditor({ grading }: { grading: EditedGrading }) {
  const { kind, published, draft, graded } = grading;
  const [stored] = useState(() => toEdited(draft ?? published));
  const [content, setContent] = useState(stored);
  const [isPublishing, setPublishing] = useState(false);
  const isDirty = content !== stored;
  const edit = useGradingEdit(grading);
  const typed = fromEdited(content);
  const faults = gradingFaults(typed);
  const inUse = new Map<string, number>();
  for (const { code, count } of graded) inUse.set(code, (inUse.get(code) ?? 0) + count);
  return (
    <form
      noValidate
      className="grid gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !edit.saving.isPending) edit.saving.mutate(typed);
      }}
    >
      <DraftBar
        grading={grading}
        isDirty={isDirty}
        isFinished={faults.length === 0}
        edit={edit}
        onPublish={() => setPublishing(true)}
      />
      <Faults faults={isDirty || draft ? faults : []} />
      <SurfaceRows
        surfaces={content.surfaces}
        onChange={(surfaces) => setContent({ ...content, surfaces })}
      />
      <GradeColumns
        grades={content.grades}
        surfaces={content.surfaces}
        inUse={inUse}
        onChange={(grades) => setContent({ ...content, grades })}
      />
      <TestRows tests={content.tests} onChange={(tests) => setContent({ ...content, tests })} />
      <GradingPreview
        kind={kind}
        version={published.standardVersion + (isDirty || draft ? 1 : 0)}
        content={useDeferredValue(typed)}
      />
      <PublishDialog
        grading={grading}
        publishing={edit.publishing}
        open={isPublishing}
        onClose={() => setPublishing(false)}
      />
      <UnsavedChanges isDirty={() => isDirty} />
    </form>
  );
}

type DraftBarProps = {
  grading: EditedGrading;
  isDirty: boolean;
  isFinished: boolean;
  edit: ReturnType<typeof useGradingEdit>;
  onPublish: () => void;
};

function DraftBar({ grading: { published, draft }, isDirty, isFinished, edit, onPublish }: DraftBarProps) {
  const { saving, discarding, reload } = edit;
  const failure = saving.error ?? discarding.error;
  return (
    <div className="sticky top-0 z-10 -mx-1 grid gap-3 border-line border-b bg-paper px-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted text-sm">
          Published: grades version {published.standardVersion}, tests version {published.checklistVersion}.{' '}
          {isDirty ? 'Changes are not saved.' : draft ? 'A draft is saved.' : 'No draft.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {draft && (
            <Button
              variant="ghost"
              loading={discarding.isPending}
              disabled={isDirty}
              onClick={() => discarding.mutate()}
            >
              Discard draft
            </Button>
          )}
          <Button type="submit" variant="outline" disabled={!isDirty} loading={saving.isPending}>
            Save draft
          </Button>
          <Button disabled={isDirty || !draft || !isFinished} onClick={onPublish}>
            Publish
          </Button>
        </div>
      </div>
      {failure && (
        <FormFailure>
          <p>{messageOf(failure, noResponse('retry'))}</p>
          {problemCodeOf(failure) === 'EDIT_CONFLICT' && (
            <button
              type="button"
              onClick={() => reload()}
              className="mt-1 font-semibold underline underline-offset-3"
            >
              Discard my changes and load the latest draft
            </button>
          )}
        </FormFailure>
      )}
    </div>
  );
}

function Faults({ faults }: { faults: string[] }) {
  if (faults.length === 0) return null;
  return (
    <section
      aria-label="Before it can be published"
      className="rounded-tile border border-line bg-sunken p-4 text-sm"
    >
      <p className="font-semibold">Before it can be published</p>
      <ul className="mt-1 list-disc pl-5">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </section>
  );
}
