import { type MailIntroduction, maxIntroduction } from '@reprise/contract/operations/mail-introductions';
import { mailInfo } from '@reprise/contract/operations/mail-kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { MailFrame } from '../mail-frame.tsx';
import { kindOfMail } from '../mail-states.ts';

type IntroductionDialogProps = { introduction: MailIntroduction; onClose: () => void };

/** Edits the introduction of one mail and shows the mail with it. */
export function IntroductionDialog({ introduction: { kind, text }, onClose }: IntroductionDialogProps) {
  const [typed, setTyped] = useState(text);
  const queries = useQueryClient();
  const params = { kind };
  const preview = useMutation({
    mutationFn: () => api.previewMailIntroduction({ params, body: { text: typed } }),
  });
  const saving = useMutation({
    mutationFn: () => api.setMailIntroduction({ params, body: { text: typed } }),
    onSuccess: () => {
      notify('success', 'Introduction saved.');
      void queries.invalidateQueries({ queryKey: ['mail-introductions'] });
      onClose();
    },
  });
  const error = saving.error ?? preview.error;
  return (
    <Modal open onClose={onClose} title={kindOfMail(kind)} size="lg">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
        onCancel={onClose}
        submitLabel="Save"
        saving={saving.isPending}
        failure={error && messageOf(error, noResponse('safe'))}
        aside={
          <Button variant="outline" loading={preview.isPending} onClick={() => preview.mutate()}>
            Preview
          </Button>
        }
      >
        <div className="grid gap-4">
          <TextArea
            label="Introduction"
            rows={5}
            maxLength={maxIntroduction}
            hint={`${typed.length} of ${maxIntroduction} characters. Plain text; a blank line begins a paragraph. Replaced: ${wordList(kind)}. Blank: the email has no introduction.`}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              saving.reset();
              preview.reset();
            }}
          />
          {preview.data && (
            <section aria-label="Preview" className="grid gap-2">
              <p className="text-sm">
                <span className="text-ink-muted">With example data: </span>
                {preview.data.mail.subject}
              </p>
              <MailFrame mail={preview.data.mail} />
            </section>
          )}
        </div>
      </DialogForm>
      <UnsavedChanges isDirty={() => typed !== text && !saving.isSuccess} />
    </Modal>
  );
}

const meanings = { store: 'the store name', name: 'the first name', order: 'the order number' } as const;

const wordList = (kind: MailIntroduction['kind']) =>
  mailInfo[kind].introduction.map((word) => `{${word}} (${meanings[word]})`).join(', ');
