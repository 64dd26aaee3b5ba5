import type { EditedProduct, NewProduct, Warranty } from '@reprise/contract/catalog/catalog';
import type { products } from './catalog.tables.ts';

/** Without the entries a form left empty. */
export function filled(entries: string[]): string[] {
  return entries.filter((entry) => entry !== '');
}

type Pictures = Pick<typeof products.$inferSelect, 'images' | 'imageAlts'>;

/** The pictures given over those that were there. Without words of its own a picture keeps those it had. */
export function imagesFrom(before: Pictures, given: Pick<EditedProduct, 'images' | 'imageAlts'>): Pictures {
  const known = new Map(before.images.map((image, at) => [image, before.imageAlts[at] ?? '']));
  const pictures = (given.images ?? before.images)
    .map((image, at) => ({ image, alt: given.imageAlts?.[at] ?? known.get(image) ?? '' }))
    .filter(({ image }) => image !== '');
  return { images: pictures.map(({ image }) => image), imageAlts: pictures.map(({ alt }) => alt) };
}

/** The parts that were given over those that were there. */
export function warrantyFrom(base: Warranty, given: NewProduct['warranty']): Warranty {
  return {
    duration: given?.duration ?? base.duration,
    type: given?.type ?? base.type,
    description: given?.description ?? base.description,
  };
}
