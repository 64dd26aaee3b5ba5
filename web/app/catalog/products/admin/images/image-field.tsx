import { type ComponentProps, useRef } from 'react';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ImagePlus } from '../../../../ui/icons/lucide.tsx';
import { UploadList } from './upload-list.tsx';
import { type UploadState, useUploads } from './use-uploads.ts';

type ImageFieldProps = Omit<ComponentProps<typeof TextInput>, 'label'> & {
  label: string;
  /** Current URL. */
  src: string;
  onStored: (url: string) => void;
  onUploads: (state: UploadState) => void;
};

/** Field for one image: a URL or an uploaded file. */
export function ImageField({ src, onStored, onUploads, ...input }: ImageFieldProps) {
  const { uploads, start, dismiss } = useUploads(onStored, onUploads);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-3">
        <Thumb src={src.trim()} className="mt-7 size-16" />
        <TextInput inputMode="url" fieldClassName="min-w-0 flex-1" {...input} />
      </div>
      <UploadList uploads={uploads} onDismiss={dismiss} />
      <div>
        <Button variant="outline" size="sm" onClick={() => chooser.current?.click()}>
          <ImagePlus className="size-4" aria-hidden="true" />
          Upload image
        </Button>
        <input
          ref={chooser}
          type="file"
          accept="image/*,.heic,.heif"
          hidden
          aria-label="Image to upload"
          onChange={(event) => {
            start(event.target.files ?? [], {});
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
