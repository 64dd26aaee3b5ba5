import { type DragEvent, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import type { Resize } from '../../../../api/upload-image.ts';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { FieldError } from '../../../../ui/forms/field.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ArrowDown, ArrowUp, GripVertical, ImagePlus, Plus, X } from '../../../../ui/icons/lucide.tsx';
import type { ProductFormValues } from '../product-form-values.ts';
import { ResizeFields } from './resize-fields.tsx';
import { UploadList } from './upload-list.tsx';
import { type UploadState, useUploads } from './use-uploads.ts';

const sharedHint = 'Each product shows them after its own images.';
const primaryHint = 'The first image is the primary image. If it is blank, the store shows a placeholder.';

type ImageFieldsProps = {
  onUploads: (state: UploadState) => void;
  /** True for images that several products show after their own. */
  isShared?: boolean;
};

/** Images of a product in order, the first is the primary one. The whole group is a drop target for files. */
export function ImageFields({ onUploads, isShared = false }: ImageFieldsProps) {
  const { control, formState, getValues } = useFormContext<ProductFormValues>();
  const { fields, append, remove, move, update } = useFieldArray({ control, name: 'images' });
  const [resize, setResize] = useState<Resize>({});
  const [announcement, setAnnouncement] = useState('');
  const chooser = useRef<HTMLInputElement>(null);

  const addImage = (url: string) => {
    const images = getValues('images');
    const blank = images.findIndex((image) => image.url.trim() === '');
    const blankImage = images[blank];
    if (blankImage) update(blank, { url, alt: blankImage.alt });
    else append({ url, alt: '' }, { shouldFocus: false });
  };
  const { uploads, start, dismiss } = useUploads(addImage, onUploads);
  const drop = useFileDrop((files) => start(files, resize));
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    move(from, to);
    setAnnouncement(`Image ${from + 1} moved to position ${to + 1} of ${fields.length}`);
  };

  return (
    <section
      aria-label="Images"
      {...drop.handlers}
      className={classNames(
        'grid gap-3 rounded-control sm:col-span-2',
        drop.isOver && 'outline-2 outline-primary-text outline-offset-4 outline-dashed',
      )}
    >
      <ol className="grid gap-3">
        {fields.map(({ id }, index) => (
          <ImageRow
            key={id}
            index={index}
            count={fields.length}
            isShared={isShared}
            onMove={moveTo}
            onRemove={() => (fields.length === 1 ? update(0, { url: '', alt: '' }) : remove(index))}
          />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <UploadList uploads={uploads} onDismiss={dismiss} />
      <FieldError error={formState.errors.images?.message} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" onClick={() => chooser.current?.click()}>
          <ImagePlus className="size-4" aria-hidden="true" />
          Upload images
        </Button>
        <Button variant="outline" size="sm" onClick={() => append({ url: '', alt: '' })}>
          <Plus className="size-4" aria-hidden="true" />
          Add image URL
        </Button>
        <span className="text-ink-muted text-sm pointer-coarse:hidden">or drop files here</span>
        <input
          ref={chooser}
          type="file"
          accept="image/*,.heic,.heif"
          multiple
          hidden
          aria-label="Images to upload"
          onChange={(event) => {
            start(event.target.files ?? [], resize);
            event.target.value = '';
          }}
        />
      </div>
      <ResizeFields value={resize} onChange={setResize} />
      <p className="text-ink-muted text-sm">
        {isShared ? sharedHint : primaryHint} Photos of any size are shrunk before they are sent.
      </p>
    </section>
  );
}

/** Accepts dropped files; ignores images of the list that are dragged to a new position. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

const draggedImageType = 'application/x-product-image';

type ImageRowProps = {
  index: number;
  count: number;
  isShared: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
};

function ImageRow({ index, count, isShared, onMove, onRemove }: ImageRowProps) {
  const { register, watch } = useFormContext<ProductFormValues>();
  const [isOver, setIsOver] = useState(false);
  const isProductImage = (event: DragEvent) => event.dataTransfer.types.includes(draggedImageType);
  return (
    <li
      onDragOver={(event) => {
        if (!isProductImage(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (!isProductImage(event)) return;
        event.preventDefault();
        onMove(Number(event.dataTransfer.getData(draggedImageType)), index);
      }}
      className={classNames(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-2 gap-y-1.5 rounded-control',
        isOver && 'outline-2 outline-primary-text',
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons do the same without a mouse */}
      <span
        draggable={count > 1}
        title={count > 1 ? 'Drag to reorder' : undefined}
        onDragStart={(event) => event.dataTransfer.setData(draggedImageType, String(index))}
        className={classNames('row-span-2 flex items-center gap-1 self-start', count > 1 && 'cursor-grab')}
      >
        <GripVertical
          className={classNames('size-4 text-ink-faint pointer-coarse:hidden', count === 1 && 'invisible')}
          aria-hidden="true"
        />
        <Thumb src={watch(`images.${index}.url`)} className="size-16" />
      </span>
      <TextInput
        label={index === 0 && !isShared ? 'Primary Image URL' : `Image URL ${index + 1}`}
        labelHidden={index > 0}
        required={index === 0 && !isShared}
        inputMode="url"
        placeholder="https://… or upload an image"
        {...register(`images.${index}.url`)}
      />
      <span className="flex">
        <IconButton
          label={`Move image ${index + 1} up`}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        >
          <ArrowUp className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Move image ${index + 1} down`}
          disabled={index === count - 1}
          onClick={() => onMove(index, index + 1)}
          className="max-sm:hidden"
        >
          <ArrowDown className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton label={`Remove image ${index + 1}`} onClick={onRemove}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
      <TextInput
        label={`Alt text of image ${index + 1}`}
        labelHidden
        maxLength={300}
        placeholder="Alt text, for screen readers"
        fieldClassName="col-span-2"
        {...register(`images.${index}.alt`)}
      />
    </li>
  );
}
