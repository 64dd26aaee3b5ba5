import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { maxPhraseLength, maxPhrases, type Synonym, synonymInput } from '@reprise/contract/search/synonyms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type AddSynonymDialogProps = {
  /** Phrase that the form starts with; empty for a blank form, null while the dialog is closed. */
  phrase: string | null;
  onClose: () => void;
};

export function AddSynonymDialog({ phrase, onClose }: AddSynonymDialogProps) {
  return (
    <Modal open={phrase !== null} onClose={onClose} title="Add synonyms">
      {phrase !== null && (
        <SynonymForm
          phrases={phrase ? [phrase] : []}
          submitLabel="Add synonyms"
          save={(phrases) => api.createSynonym({ body: { phrases } })}
          savedMessage="Synonyms added"
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

export function EditSynonymDialog({
  synonym,
  onClose,
}: {
  synonym: Synonym | undefined;
  onClose: () => void;
}) {
  return (
    <Modal open={synonym !== undefined} onClose={onClose} title="Edit synonyms">
      {synonym && (
        <SynonymForm
          key={synonym.id}
          phrases={synonym.phrases}
          submitLabel="Save changes"
          save={(phrases) =>
            api.updateSynonym({ params: { id: synonym.id }, body: { phrases, version: synonym.version } })
          }
          savedMessage="Synonyms saved"
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type Values = { phrases: string };

/** Returns the phrases of the text field, which are separated by line breaks or commas. */
function phrasesOf({ phrases }: Values): string[] {
  return phrases
    .split(/[\n,]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

type SynonymFormProps = {
  phrases: string[];
  submitLabel: string;
  save: (phrases: string[]) => Promise<unknown>;
  savedMessage: string;
  onClose: () => void;
};

function SynonymForm({ phrases, submitLabel, save, savedMessage, onClose }: SynonymFormProps) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    // An open line for the next phrase.
    defaultValues: { phrases: phrases.map((phrase) => `${phrase}\n`).join('') },
    resolver: formResolver(synonymInput, (values) => ({ phrases: phrasesOf(values) })),
  });
  const saved = useRef(false);
  const saving = useMutation({
    mutationFn: (values: Values) => save(phrasesOf(values)),
    onSuccess: () => {
      saved.current = true;
      notify('success', savedMessage);
      void queries.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, ['phrases'], setError);
    },
  });
  return (
    <>
      <DialogForm
        onSubmit={handleSubmit((values) => saving.mutate(values))}
        onCancel={onClose}
        submitLabel={submitLabel}
        saving={saving.isPending}
        failure={saving.isError && messageOf(saving.error, 'The synonyms could not be saved. Try again.')}
      >
        <p className="mb-4 text-ink-muted text-sm">
          A search for one of these also finds products with the others.
        </p>
        <TextArea
          label="Words or phrases"
          required
          rows={6}
          hint={`One per line, 2 to ${maxPhrases}, at most ${maxPhraseLength} characters each.`}
          {...register('phrases')}
          error={formState.errors.phrases?.message}
        />
      </DialogForm>
      <UnsavedChanges isDirty={() => formState.isDirty && !saved.current} />
    </>
  );
}
