import { Problem } from '@reprise/contract/problem';
import sharp from 'sharp';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { imageFormat } from './image-format.ts';

/** 40 megapixels: above common cameras, and about 160 MB when decoded. */
const maxPixels = 40_000_000;
const maxSidePixels = 4000;
const encodeTimeoutSeconds = 15;

/** Limits memory: decoding one image takes up to 160 MB. */
const limitConcurrency = createSemaphore(2);

export type ImageSize = {
  width?: number | undefined;
  height?: number | undefined;
  quality?: number | undefined;
};

export type EncodedImage = { bytes: Buffer; width: number; height: number };

/**
 * Decodes an untrusted image and encodes it as WebP: upright, within the size, without metadata (location, camera) or
 * embedded markup.
 */
export async function encodeImage(bytes: Buffer, size: ImageSize = {}): Promise<EncodedImage> {
  if (imageFormat(bytes) === undefined) {
    throw new Problem('UNSUPPORTED_IMAGE', 'Upload a JPEG, PNG, WebP, AVIF or still GIF image.');
  }
  return limitConcurrency(() => reencode(bytes, size));
}

async function reencode(bytes: Buffer, { width, height, quality = 82 }: ImageSize): Promise<EncodedImage> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels });
    const { pages = 1 } = await image.metadata();
    if (pages > 1) throw new Error('animated');
    const { data, info } = await image
      .autoOrient()
      .resize({
        width: width ?? maxSidePixels,
        height: height ?? maxSidePixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality })
      .timeout({ seconds: encodeTimeoutSeconds })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new Problem(
      'UNREADABLE_IMAGE',
      'Could not read the image: it is damaged, animated or larger than 40 megapixels.',
      { cause },
    );
  }
}
