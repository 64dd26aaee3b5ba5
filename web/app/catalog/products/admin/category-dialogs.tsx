import { type Category, categoryInput, placeholderImage } from '@reprise/contract/catalog/products/product';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { ImageField } from './images/image-field.tsx';
import { noUploads } from './images/use-uploads.ts';
import { SeoDescriptionInput, SeoTitleInput } from './seo-inputs.tsx';

type CategoryDialogProps = {
  /** Missing for a new category. */
  category?: Category;
  onClose: () => void;
};

/** Adds a category or changes one. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const [uploads, setUploads] = useState(noUploads);
  const form = useSavedForm({
    defaultValues: {
      name: category?.name ?? '',
      description: category?.description ?? '',
      image: !category || category.image === placeholderImage ? '' : category.image,
      seoTitle: category?.seoTitle ?? '',
      seoDescription: category?.seoDescription ?? '',
    },
    schema: categoryInput,
    save: (body) =>
      category
        ? api.updateCategory({
            params: { id: category.id },
            body: { ...body, image: body.image || category.image },
          })
        : api.createCategory({ body }),
    done: category ? 'Category updated successfully!' : 'Category added successfully!',
    failed: category ? 'Failed to update category' : 'Failed to add category',
    onSaved: onClose,
  });
  const [name, description, image] = form.watch(['name', 'description', 'image']);
  const isRenamed = category !== undefined && name.trim() !== category.name;
  return (
    <FormProvider {...form}>
      <FormDialog
        form={form}
        guarded
        title={category ? 'Edit Category' : 'Add New Category'}
        onClose={onClose}
        submitLabel={category ? 'Save Changes' : 'Add Category'}
        submitDisabled={!name.trim() || !description.trim() || uploads.isBusy}
      >
        <div className="grid gap-4">
          <TextInput
            label="Name"
            required
            hint={isRenamed ? `Links to “${category.name}” will lead to the new name.` : undefined}
            {...form.field('name')}
          />
          <TextArea label="Description" required rows={3} {...form.field('description')} />
          <ImageField
            label="Image URL"
            hint={
              category ? 'Leave blank to keep the current image.' : 'If blank, the store shows a placeholder.'
            }
            src={image}
            onStored={(url) => form.setValue('image', url, { shouldDirty: true })}
            onUploads={setUploads}
            {...form.field('image')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SeoTitleInput />
            <SeoDescriptionInput />
          </div>
        </div>
      </FormDialog>
    </FormProvider>
  );
}
