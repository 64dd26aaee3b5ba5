import { type Category, categoryInput, placeholderImage } from '@reprise/contract/catalog/product';
import type { Problem } from '@reprise/contract/problem';
import { problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ImageField } from './images/image-field.tsx';
import { noUploads } from './images/use-uploads.ts';
import { SeoInputs } from './seo-inputs.tsx';

type Values = { name: string; description: string; image: string; seoTitle: string; seoDescription: string };

const fieldNames = ['name', 'description', 'image', 'seoTitle', 'seoDescription'] as const;

export function AddCategoryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Add New Category">
      {open && (
        <CategoryForm
          defaultValues={{ name: '', description: '', image: '', seoTitle: '', seoDescription: '' }}
          submitLabel="Add Category"
          imageHint="If blank, the store shows a placeholder."
          save={(values) => api.createCategory({ body: categoryInput.parse(values) })}
          savedMessage="Category added successfully!"
          failedMessage="Failed to add category"
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

export function EditCategoryDialog({
  category,
  onClose,
}: {
  category: Category | undefined;
  onClose: () => void;
}) {
  return (
    <Modal open={category !== undefined} onClose={onClose} title="Edit Category">
      {category && (
        <CategoryForm
          key={category.id}
          defaultValues={{
            name: category.name,
            description: category.description,
            image: category.image === placeholderImage ? '' : category.image,
            seoTitle: category.seoTitle,
            seoDescription: category.seoDescription,
          }}
          submitLabel="Save Changes"
          imageHint="Leave blank to keep the current image."
          save={(values) =>
            api.updateCategory({
              params: { id: category.id },
              body: { ...categoryInput.parse(values), image: values.image.trim() || category.image },
            })
          }
          savedMessage="Category updated successfully!"
          failedMessage="Failed to update category"
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type CategoryFormProps = {
  defaultValues: Values;
  submitLabel: string;
  imageHint: string;
  save: (values: Values) => Promise<unknown>;
  savedMessage: string;
  failedMessage: string;
  onClose: () => void;
};

function CategoryForm(props: CategoryFormProps) {
  const { defaultValues, submitLabel, imageHint, save, savedMessage, failedMessage, onClose } = props;
  const queries = useQueryClient();
  const [uploads, setUploads] = useState(noUploads);
  const { register, handleSubmit, watch, setError, setValue, formState } = useForm<Values>({
    defaultValues,
    resolver: formResolver(categoryInput, (values) => values),
  });
  const { errors, isDirty } = formState;
  const saved = useRef(false);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      saved.current = true;
      notify('success', savedMessage);
      void queries.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, fieldNames, setError);
    },
  });
  const [name, description, image, seoTitle, seoDescription] = watch(fieldNames);
  const isRenamed = defaultValues.name !== '' && name.trim() !== defaultValues.name;
  return (
    <>
      <DialogForm
        onSubmit={handleSubmit((values) => saving.mutate(values))}
        onCancel={onClose}
        submitLabel={submitLabel}
        submitDisabled={!name.trim() || !description.trim() || uploads.isBusy}
        saving={saving.isPending}
        failure={saving.isError && messageOf(saving.error, failedMessage)}
      >
        <div className="grid gap-4">
          <TextInput
            label="Name"
            required
            hint={isRenamed ? `Links to “${defaultValues.name}” will lead to the new name.` : undefined}
            {...register('name')}
            error={errors.name?.message}
          />
          <TextArea
            label="Description"
            required
            rows={3}
            {...register('description')}
            error={errors.description?.message}
          />
          <ImageField
            label="Image URL"
            hint={imageHint}
            src={image}
            onStored={(url) => setValue('image', url, { shouldDirty: true })}
            onUploads={setUploads}
            {...register('image')}
            error={errors.image?.message}
          />
          <SeoInputs
            title={register('seoTitle')}
            description={register('seoDescription')}
            values={{ title: seoTitle, description: seoDescription }}
            errors={{ title: errors.seoTitle?.message, description: errors.seoDescription?.message }}
          />
        </div>
      </DialogForm>
      <UnsavedChanges isDirty={() => isDirty && !saved.current} />
    </>
  );
}
