import {
  type MailIntroduction,
  mailIntroductionEndpoints,
  maxIntroduction,
} from '@reprise/contract/foundations/notifications/mail-introductions';
import { mailInfo } from '@reprise/contract/foundations/notifications/mail-kinds';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { MailFrame } from '../mail-frame.tsx';
import { kindOfMail } from '../mail-states.ts';

type IntroductionDialogProps = { introduction: MailIntroduction; onClose: () => void };

/** Edits the introduction of one mail and shows the mail with it. */
export function IntroductionDialog({ introduction: { kind, text }, onClose }: IntroductionDialogProps) {
  const params = { kind };
  const form = useSavedForm({
    defaultValues: { text },
    schema: mailIntroductionEndpoints.setMailIntroduction.body,
    save: (body) => api.setMailIntroduction({ params, body }),
    done: 'Introduction saved.',
    invalidates: [['mail-introductions']],
    onSaved: onClose,
  });
  const typed = form.watch('text');
  const preview = useMutation({
    mutationFn: () => api.previewMailIntroduction({ params, body: { text: typed } }),
  });
  return (
    <FormDialog
      form={form}
      guarded
      title={kindOfMail(kind)}
      size="lg"
      onClose={onClose}
      submitLabel="Save"
      failure={form.failure ?? (preview.isError ? messageOf(preview.error, noResponse('safe')) : undefined)}
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
          {...form.register('text', { onChange: () => preview.reset() })}
          error={form.field('text').error}
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
    </FormDialog>
  );
}

const meanings = { store: 'the store name', name: 'the first name', order: 'the order number' } as const;

const wordList = (kind: MailIntroduction['kind']) =>
  mailInfo[kind].introduction.map((word) => `{${word}} (${meanings[word]})`).join(', ');
