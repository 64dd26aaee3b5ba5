import type { AdminFamily, FamilyInput } from '@reprise/contract/catalog/products/family-admin';
import { optionAxes } from '@reprise/contract/catalog/products/option-line';

/** Fields of a configuration in the form: each option, and the body color beside its name. */
export const optionFields = [...optionAxes, 'colorHex'] as const;
export type OptionField = (typeof optionFields)[number];

/** Values of the family form; images and specifications as in the form of a product. */
export type FamilyValues = {
  name: string;
  images: { url: string; alt: string }[];
  specifications: { name: string; value: string }[];
  configurations: { modelKey: string; name: string; options: Record<OptionField, string> }[];
};

export function valuesOfFamily(family: AdminFamily): FamilyValues {
  const images = family.images.map((url, index) => ({ url, alt: family.imageAlts[index] ?? '' }));
  return {
    name: family.name,
    images: images.length > 0 ? images : [{ url: '', alt: '' }],
    specifications: Object.entries(family.specifications).map(([name, value]) => ({ name, value })),
    configurations: family.configurations.map(({ modelKey, name, options }) => ({
      modelKey,
      name,
      options: Object.fromEntries(optionFields.map((field) => [field, options[field] ?? ''])) as Record<
        OptionField,
        string
      >,
    })),
  };
}

/** Returns the request body without empty rows and options. */
export function wireOfFamily(values: FamilyValues, { version }: AdminFamily): FamilyInput {
  const images = values.images.filter(({ url }) => url.trim() !== '');
  const rows = values.specifications.map(({ name, value }) => [name.trim(), value.trim()] as const);
  return {
    name: values.name.trim(),
    images: images.map(({ url }) => url.trim()),
    imageAlts: images.map(({ alt }) => alt.trim()),
    specifications: Object.fromEntries(rows.filter(([name, value]) => name && value)),
    configurations: values.configurations.map(({ modelKey, options }) => ({
      modelKey,
      options: Object.fromEntries(
        Object.entries(options)
          .map(([field, value]) => [field, value.trim()] as const)
          .filter(([, value]) => value),
      ),
    })),
    version,
  };
}
