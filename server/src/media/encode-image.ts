import { Problem } from '@reprise/contract/problem';
import sharp from 'sharp';
import { pictureKind } from './image-format.ts';
import { atMost } from './semaphore.ts';

/** 40 megapixels: beyond any camera a shop needs, below what would fill the memory. */
const mostPixels = 40_000_000;
const longestSide = 4000;
const secondsToEncode = 15;

/** Decoding a picture takes up to 160 MB. */
const takeTurns = atMost(2);

export type PictureSize = {
  width?: number | undefined;
  height?: number | undefined;
  quality?: number | undefined;
};

export type EncodedPicture = { bytes: Buffer; width: number; height: number };

/**
 * Reads a picture of unknown origin and draws it anew as WebP: upright, within the size, without whatever else
 * the file carried (place, camera, other people's markup).
 */
export async function encodePicture(bytes: Buffer, size: PictureSize = {}): Promise<EncodedPicture> {
  if (pictureKind(bytes) === undefined) {
    throw new Problem('UNSUPPORTED_IMAGE', 'Only JPEG, PNG, WebP, AVIF and still GIF pictures are accepted.');
  }
  return takeTurns(() => readAnew(bytes, size));
}

async function readAnew(
  bytes: Buffer,
  { width, height, quality = 82 }: PictureSize,
): Promise<EncodedPicture> {
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels });
    const { pages = 1 } = await picture.metadata();
    if (pages > 1) throw new Error('animated');
    const { data, info } = await picture
      .autoOrient()
      .resize({
        width: width ?? longestSide,
        height: height ?? longestSide,
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
