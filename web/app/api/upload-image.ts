import { type StoredImage, storedImage } from '@reprise/contract/foundations/media';
import { type SendOptions, sendForm } from './send-form.ts';

/** Target size of an image; without it the image keeps its size. */
export type Resize = { width?: number; height?: number; quality?: number };

/** Uploads an image and returns its URL. Throws a Problem when it is rejected. */
export async function uploadImage(
  file: File,
  { resize = {}, ...options }: SendOptions & { resize?: Resize } = {},
): Promise<StoredImage> {
  const size = new URLSearchParams(
    Object.entries(resize).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const resized = size.size > 0;
  const form = new FormData();
  form.append(resized ? 'image' : 'file', file);
  return storedImage.parse(
    await sendForm(resized ? `/upload/image?${size}` : '/upload/single', form, options),
  );
}
