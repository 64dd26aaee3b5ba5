import { maxSeoDescription, maxSeoTitle } from '@reprise/contract/catalog/products/product';
import { useFormFields } from '../../../forms/use-checked-form.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

/** Characters that search engines show. */
const shownTitle = 60;
const shownDescription = 160;

const useSeoForm = () => useFormFields<{ seoTitle: string; seoDescription: string }>();

/** Optional title for search engines and shared links, with the number of characters. */
export function SeoTitleInput() {
  const { field, watch } = useSeoForm();
  return (
    <TextInput
      label="Search title"
      maxLength={maxSeoTitle}
      hint={`${lengthOf(watch('seoTitle'), shownTitle)} If blank, the page writes its own. The store name follows.`}
      fieldClassName="sm:col-span-2"
      {...field('seoTitle')}
    />
  );
}

/** Optional description for search engines and shared links, with the number of characters. */
export function SeoDescriptionInput() {
  const { field, watch } = useSeoForm();
  return (
    <TextArea
      label="Search description"
      rows={2}
      maxLength={maxSeoDescription}
      hint={`${lengthOf(watch('seoDescription'), shownDescription)} If blank, the page writes its own.`}
      fieldClassName="sm:col-span-2"
      {...field('seoDescription')}
    />
  );
}

function lengthOf(text: string, shown: number): string {
  const { length } = text.trim();
  if (length <= shown) return `${length} of ${shown} characters.`;
  return `${length} characters; search engines cut after about ${shown}.`;
}
