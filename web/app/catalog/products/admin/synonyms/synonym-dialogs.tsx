import {
  maxPhraseLength,
  maxPhrases,
  type Synonym,
  synonymInput,
} from '@reprise/contract/catalog/products/synonyms';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { TextArea } from '../../../../ui/forms/text-area.tsx';

type SynonymDialogProps = {
  /** Missing for new synonyms. */
  synonym?: Synonym;
  /** Phrases that the form starts with. */
  phrases: string[];
  onClose: () => void;
};

/** Adds synonyms or changes them. */
export function SynonymDialog({ synonym, phrases, onClose }: SynonymDialogProps) {
  const form = useSavedForm({
    // An open line for the next phrase.
    defaultValues: { phrases: phrases.map((phrase) => `${phrase}\n`).join('') },
    schema: synonymInput,
    bodyOf: (values) => ({ phrases: phrasesIn(values.phrases) }),
    save: (body) =>
      synonym
        ? api.updateSynonym({ params: { id: synonym.id }, body: { ...body, version: synonym.version } })
        : api.createSynonym({ body }),
    done: synonym ? 'Synonyms saved' : 'Synonyms added',
    failed: 'The synonyms could not be saved. Try again.',
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      guarded
      title={synonym ? 'Edit synonyms' : 'Add synonyms'}
      onClose={onClose}
      submitLabel={synonym ? 'Save changes' : 'Add synonyms'}
    >
      <p className="mb-4 text-ink-muted text-sm">
        A search for one of these also finds products with the others.
      </p>
      <TextArea
        label="Words or phrases"
        required
        rows={6}
        hint={`One per line, 2 to ${maxPhrases}, at most ${maxPhraseLength} characters each.`}
        {...form.field('phrases')}
      />
    </FormDialog>
  );
}

/** Returns the phrases of the text field, which are separated by line breaks or commas. */
function phrasesIn(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
