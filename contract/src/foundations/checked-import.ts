import { z } from 'zod';

// Files of another shop that are imported within the request: sent once for a check, and again to be applied.

export const otherShops = ['shopify', 'woocommerce'] as const;
export type OtherShop = (typeof otherShops)[number];

export const otherShopLabels: Record<OtherShop, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
};

/** Maximum size of a file in bytes. */
export const maxCheckedImportBytes = 32 * 1024 * 1024;
/** Rejected entries that an import names. */
export const maxNamedFaults = 500;

export const importSteps = ['check', 'apply'] as const;

const count = z.number().int();

/** Effect of a file. */
export const checkedFile = z
  .object({
    isApplied: z.boolean(),
    added: count,
    /** Entries that are known and have changed since. */
    changed: count,
    same: count,
    /** Orders of a sales channel that staff must confirm, because they were sold far below their listing. */
    toCheck: count.optional(),
    rejected: count,
    /** The first rejected entries. `row`: as in a spreadsheet; the header is row 1. `subject`: number or email. */
    faults: z.array(z.object({ row: count, subject: z.string(), message: z.string() })),
  })
  .meta({ id: 'CheckedFile' });
export type CheckedFile = z.output<typeof checkedFile>;

/** Effect of a file of another shop. */
export const checkedImport = checkedFile.extend({ shop: z.enum(otherShops) }).meta({ id: 'CheckedImport' });
export type CheckedImport = z.output<typeof checkedImport>;
