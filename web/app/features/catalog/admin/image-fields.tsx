import { maxUploadBytes } from '@reprise/contract/media';
import { ArrowDown, ArrowUp, ImagePlus, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { uploadPicture } from '../../../api/upload-picture.ts';
import { messageOf } from '../../../layouts/admin/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { ProductFormValues } from './product-form-values.ts';
import { Thumb } from './thumb.tsx';

/** The pictures of a product, in order; the first is the primary one. */
export function ImageFields({ onUploading }: { onUploading: (busy: boolean) => void }) {
  const { control, register, watch, formState, getValues } = useFormContext<ProductFormValues>();
  const { fields, append, remove, swap, update } = useFieldArray({ control, name: 'images' });
  const images = watch('images');

  const take = (url: string) => {
    const blank = getValues('images').findIndex((image) => image.url.trim() === '');
    if (blank >= 0) update(blank, { url });
    else append({ url }, { shouldFocus: false });
  };
  const { uploads, start, dismiss } = useUploads(take, onUploading);
  const chooser = useRef<HTMLInputElement>(null);

  return (
    <div className="grid gap-2 sm:col-span-2">
      {fields.map(({ id }, at) => (
        <div key={id} className="flex items-end gap-1">
          <Thumb src={images[at]?.url} className="mr-1.5 size-10 pointer-coarse:size-11" />
          <TextInput
            label={at === 0 ? 'Primary Image URL' : `Image URL ${at + 1}`}
            labelHidden={at > 0}
            required={at === 0}
            inputMode="url"
            placeholder="https://… or upload a picture"
            fieldClassName="min-w-0 flex-1"
            {...register(`images.${at}.url`)}
          />
          <IconButton label={`Move image ${at + 1} up`} disabled={at === 0} onClick={() => swap(at, at - 1)}>
            <ArrowUp className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`Move image ${at + 1} down`}
            disabled={at === fields.length - 1}
            onClick={() => swap(at, at + 1)}
            className="max-sm:hidden"
          >
            <ArrowDown className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`Remove image ${at + 1}`}
            onClick={() => (fields.length === 1 ? update(0, { url: '' }) : remove(at))}
          >
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <ul className="grid gap-2" aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
        ))}
      </ul>
      <FieldError error={formState.errors.images?.message} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => chooser.current?.click()}>
          <ImagePlus className="size-4" aria-hidden="true" />
          Upload pictures
        </Button>
        <Button variant="outline" size="sm" onClick={() => append({ url: '' })}>
          <Plus className="size-4" aria-hidden="true" />
          Add image URL
        </Button>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label="Pictures to upload"
          onChange={(event) => {
            for (const file of event.target.files ?? []) void start(file);
            event.target.value = '';
          }}
        />
      </div>
      <p className="text-ink-muted text-sm">
        The first picture is the primary one, and every product should have it. Saved blank, the store shows a
        placeholder.
      </p>
    </div>
  );
}

type Upload = { key: number; name: string; preview: string; error?: string };

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { name, preview, error } = upload;
  return (
    <li className="flex items-center gap-2.5 text-sm">
      <Thumb src={preview} className={`size-10 ${error ? 'opacity-40' : 'opacity-70'}`} />
      {error ? (
        <>
          <span className="min-w-0 flex-1 text-bad-text">
            {name}: {error}
          </span>
          <IconButton label={`Dismiss ${name}`} onClick={onDismiss}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </>
      ) : (
        <span className="flex min-w-0 items-center gap-2 text-ink-muted">
          <Spinner />
          <span className="truncate">Uploading {name}</span>
        </span>
      )}
    </li>
  );
}

/** Uploads run side by side; each is shown until it is stored, or with the reason why it was not. */
function useUploads(onStored: (url: string) => void, onBusy: (busy: boolean) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const lastKey = useRef(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const busy = uploads.some(({ error }) => error === undefined);
  useEffect(() => onBusy(busy), [busy, onBusy]);

  const dismiss = (key: number) =>
    setUploads((now) => {
      const gone = now.find((upload) => upload.key === key);
      if (gone) URL.revokeObjectURL(gone.preview);
      return now.filter((upload) => upload !== gone);
    });
  const fail = (key: number, error: string) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, error } : upload)));

  const start = async (file: File) => {
    lastKey.current += 1;
    const key = lastKey.current;
    setUploads((now) => [...now, { key, name: file.name, preview: URL.createObjectURL(file) }]);
    if (file.size > maxUploadBytes) return fail(key, 'larger than 5 MB');
    try {
      const { url } = await uploadPicture(file, leaving.current.signal);
      onStored(url);
      dismiss(key);
    } catch (error) {
      fail(key, messageOf(error, 'could not be uploaded'));
    }
  };
  return { uploads, start, dismiss };
}
