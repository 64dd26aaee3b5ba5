import { maxSeoDescription, maxSeoTitle } from '@reprise/contract/catalog/product';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

/** Characters that search engines show. */
const shownTitle = 60;
const shownDescription = 160;

type SeoTexts<Value> = { title: Value; description: Value };

type SeoInputsProps = SeoTexts<UseFormRegisterReturn> & {
  values: SeoTexts<string>;
  errors: SeoTexts<string | undefined>;
};

/** Optional title and description for search engines and shared links, with the number of characters. */
export function SeoInputs({ title, description, values, errors }: SeoInputsProps) {
  return (
    <>
      <TextInput
        label="Search title"
        maxLength={maxSeoTitle}
        hint={`${lengthOf(values.title, shownTitle)} If blank, the page writes its own. The store name follows.`}
        fieldClassName="sm:col-span-2"
        {...title}
        error={errors.title}
      />
      <TextArea
        label="Search description"
        rows={2}
        maxLength={maxSeoDescription}
        hint={`${lengthOf(values.description, shownDescription)} If blank, the page writes its own.`}
        fieldClassName="sm:col-span-2"
        {...description}
        error={errors.description}
      />
    </>
  );
}

function lengthOf(text: string, shown: number): string {
  const { length } = text.trim();
  if (length <= shown) return `${length} of ${shown} characters.`;
  return `${length} characters; search engines cut after about ${shown}.`;
}
