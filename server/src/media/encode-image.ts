import { Problem } from '@reprise/contract/problem';
import sharp from 'sharp';
import { imageFormat } from './image-format.ts';
import { createSemaphore } from './semaphore.ts';

/** 40 megapixels: beyond any camera a shop needs, below what would fill the memory. */
const maxPixels = 40_000_000;
const maxSidePixels = 4000;
const secondsToEncode = 15;

/** Decoding a picture takes up to 160 MB. */
const takeTurns = createSemaphore(2);

export type ImageSize = {
  width?: number | undefined;
  height?: number | undefined;
  quality?: number | undefined;
};

export type EncodedImage = { bytes: Buffer; width: number; height: number };

/**
 * Reads a picture of unknown origin and draws it anew as WebP: upright, within the size, without whatever else
 * the file carried (place, camera, other people's markup).
 */
export async function encodeImage(bytes: Buffer, size: ImageSize = {}): Promise<EncodedImage> {
  if (imageFormat(bytes) === undefined) {
    throw new Problem('UNSUPPORTED_IMAGE', 'Only JPEG, PNG, WebP, AVIF and still GIF pictures are accepted.');
  }
  return takeTurns(() => readAnew(bytes, size));
}

async function readAnew(bytes: Buffer, { width, height, quality = 82 }: ImageSize): Promise<EncodedImage> {
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels });
    const { pages = 1 } = await picture.metadata();
    if (pages > 1) throw new Error('animated');
    const { data, info } = await picture
      .autoOrient()
      .resize({
        width: width ?? maxSidePixels,
        height: height ?? maxSidePixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality })
      .timeout({ seconds: secondsToEncode })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new Problem(
      'UNREADABLE_IMAGE',
      'The picture cannot be read: it is damaged, animated or has more than 40 megapixels.',
      { cause },
    );
  }
}
