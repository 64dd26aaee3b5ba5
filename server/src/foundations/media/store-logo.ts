import { minLogoHeight } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import sharp from 'sharp';
import { imageFormat } from './image-format.ts';
import { type MediaDeps, storeFiles } from './store-image.ts';

/** Four times the size in the header, so that it is sharp on every screen and in print. */
const maxSize = { width: 704, height: 128 };
const maxPixels = 40_000_000;
const encodeTimeoutSeconds = 15;
const logoFormats: (string | undefined)[] = ['png', 'webp', 'jpeg'];

/** Stores a logo as PNG, which mail programs show. */
export async function storeLogo(deps: MediaDeps, bytes: Buffer, uploadedBy: string) {
  if (!logoFormats.includes(imageFormat(bytes))) {
    throw new Problem(
      'UNSUPPORTED_IMAGE',
      'Upload the logo as a PNG, WebP or JPEG image. SVG files can contain scripts, so export yours as PNG.',
    );
  }
  const [stored] = await storeFiles(deps, [await encodeLogo(bytes)], 'png', uploadedBy);
  if (!stored) throw new Error('The logo was not stored.');
  return { url: stored.url, width: stored.width, height: stored.height };
}

async function encodeLogo(bytes: Buffer) {
  const { data, info } = await decode(bytes);
  if (info.height >= minLogoHeight) return { bytes: data, width: info.width, height: info.height };
  throw new Problem(
    'UNREADABLE_IMAGE',
    `The logo is only ${info.height} pixels high. Upload one of at least ${minLogoHeight}, best ${maxSize.height}.`,
  );
}

async function decode(bytes: Buffer) {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels });
    const { pages = 1 } = await image.metadata();
    if (pages > 1) throw new Error('animated');
    return await image
      .autoOrient()
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: encodeTimeoutSeconds })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new Problem(
      'UNREADABLE_IMAGE',
      'Could not read the logo: it is damaged, animated or larger than 40 megapixels.',
      { cause },
    );
  }
}
