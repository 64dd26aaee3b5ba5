import type { NewProduct, Warranty } from '@reprise/contract/catalog';

/** Without the entries a form left empty. */
export function filled(entries: string[]): string[] {
  return entries.filter((entry) => entry !== '');
}

/** The parts that were given over those that were there. */
export function warrantyFrom(base: Warranty, given: NewProduct['warranty']): Warranty {
  return {
    duration: given?.duration ?? base.duration,
    type: given?.type ?? base.type,
    description: given?.description ?? base.description,
  };
}
