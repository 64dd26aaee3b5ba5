import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { imageUrl, isoDateTime, queryString, requiredText, seenVersion, text } from '../../wire.ts';
import { configurationOptions, familyOffer } from './product-family.ts';

/** Maximum number of configurations of a family. */
export const maxConfigurations = 100;
/** Maximum number of images that a family adds to each of its products. */
export const maxFamilyImages = 8;
/** Maximum number of families that one merge or one build changes. */
export const maxFamiliesPerChange = 50;

/** Limit of other shops, so that their options can be imported. */
export const maxOptionText = 255;
const optionText = text(maxOptionText).optional();
const optionsInput = z.object({
  screenSize: optionText,
  size: optionText,
  storage: optionText,
  memory: optionText,
  version: optionText,
  carrier: optionText,
  color: optionText,
  colorHex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Write a color like #2b333d')
    .optional(),
});

export const familySummary = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    brand: z.string(),
    /** Category name; null without one. */
    category: z.string().nullable(),
    /** Primary image of its first product. */
    image: z.string().nullable(),
    configurationCount: z.number().int(),
    offerCount: z.number().int(),
    updatedAt: isoDateTime,
  })
  .meta({ id: 'FamilySummary' });
export type FamilySummary = z.output<typeof familySummary>;

/** Configuration with all its products that are not deleted, also drafts and archived ones. */
export const adminConfiguration = z
  .object({
    modelKey: z.string(),
    name: z.string(),
    options: configurationOptions,
    offers: z.array(
      familyOffer.pick({ id: true, slug: true, condition: true, price: true }).extend({
        stockCount: z.number().int(),
        archived: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'AdminConfiguration' });
export type AdminConfiguration = z.output<typeof adminConfiguration>;

export const adminFamily = familySummary
  .extend({
    images: z.array(z.string()),
    /** Alt texts in the order of `images`; '' without one. */
    imageAlts: z.array(z.string()),
    specifications: z.record(z.string(), z.string()),
    version: z.number().int(),
    configurations: z.array(adminConfiguration),
  })
  .meta({ id: 'AdminFamily' });
export type AdminFamily = z.output<typeof adminFamily>;

export const familyInput = z
  .object({
    name: requiredText(200, 'Enter a name'),
    /** Images that each of its products shows after its own. */
    images: z.array(imageUrl).max(maxFamilyImages),
    imageAlts: z.array(text(300)).max(maxFamilyImages),
    /** Rows that replace rows of the same name in each of its products. */
    specifications: z
      .record(requiredText(100, 'Enter a label'), text(500))
      .refine((rows) => Object.keys(rows).length <= 50, {
        message: 'Enter at most 50 specifications',
      }),
    /** All its configurations in the order in which pages offer them. */
    configurations: z
      .array(z.object({ modelKey: requiredText(200, 'Missing model key'), options: optionsInput }))
      .min(1)
      .max(maxConfigurations),
    /** A later edit results in EDIT_CONFLICT. */
    version: seenVersion,
  })
  .meta({ id: 'FamilyInput' });
export type FamilyInput = z.output<typeof familyInput>;

/** Families that the dry run would make one. */
export const familyProposal = z
  .object({
    /** Changes with its configurations, so that an outdated preview is never applied. */
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    category: z.string().nullable(),
    /** Number of families that become one. */
    familyCount: z.number().int(),
    configurations: z.array(
      z.object({ modelKey: z.string(), name: z.string(), options: configurationOptions }),
    ),
  })
  .meta({ id: 'FamilyProposal' });
export type FamilyProposal = z.output<typeof familyProposal>;

export const familyChangeKinds = ['build', 'merge', 'split', 'assign'] as const;

/** Move of configurations between families, which can be undone. */
export const familyChange = z
  .object({
    id: z.string(),
    kind: z.enum(familyChangeKinds),
    /** Number of moved configurations. */
    moved: z.number().int(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'FamilyChange' });
export type FamilyChange = z.output<typeof familyChange>;

const changed = z.object({
  change: familyChange,
  /** Family that has the moved configurations; the first one of a build. */
  familyId: z.string(),
});

export const familyAdminEndpoints = endpoints({
  listFamilies: {
    method: 'GET',
    path: '/families',
    summary: 'Product families by name',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: z.object({
      /** Matches part of the name, the brand or a model key. */
      search: queryString(200),
      ...pagingQuery,
    }),
    response: z.object({ families: z.array(familySummary), pagination }),
  },
  getFamily: {
    method: 'GET',
    path: '/families/:id',
    summary: 'One family with its configurations and their products',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    response: z.object({ family: adminFamily }),
  },
  updateFamily: {
    method: 'PUT',
    path: '/families/:id',
    summary: 'Change name, options and order; write images and specifications to all products of the family',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: familyInput,
    response: z.object({ family: adminFamily }),
    message: 'Family saved',
  },
  previewFamily: {
    method: 'POST',
    path: '/families/:id/preview',
    summary: 'How many devices these configurations would send back to the bench because of their carrier',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    body: familyInput.pick({ configurations: true }),
    response: z.object({ sentBack: z.number().int() }),
  },
  mergeFamilies: {
    method: 'POST',
    path: '/families/merge',
    summary: 'Move all configurations of several families into one of them',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    body: z.object({
      families: z
        .array(requiredText(64, 'Missing id'))
        .min(2, 'Select at least two families')
        .max(maxFamiliesPerChange, `Select at most ${maxFamiliesPerChange} families`),
      /** The one that stays. */
      into: requiredText(64, 'Missing id'),
    }),
    response: changed,
    message: 'Families merged',
  },
  splitFamily: {
    method: 'POST',
    path: '/families/:id/split',
    summary: 'Move configurations into a new family',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: z.object({
      modelKeys: z
        .array(requiredText(200, 'Missing model key'))
        .min(1, 'Select a configuration')
        .max(maxConfigurations),
      name: requiredText(200, 'Enter a name'),
    }),
    response: changed,
    message: 'Family split',
  },
  proposeFamilies: {
    method: 'GET',
    path: '/families/proposals',
    summary: 'Dry run: families that differ only in storage, memory, color, size or carrier',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    response: z.object({
      proposals: z.array(familyProposal),
      /** Last change that was not undone. */
      lastChange: familyChange.nullable(),
    }),
  },
  buildFamilies: {
    method: 'POST',
    path: '/families/proposals',
    summary: 'Apply proposals of the dry run',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    body: z.object({
      proposals: z
        .array(requiredText(64, 'Missing id'))
        .min(1, 'Select a proposal')
        .max(maxFamiliesPerChange, `Select at most ${maxFamiliesPerChange} proposals`),
    }),
    response: changed,
    message: 'Families built',
  },
  undoFamilyChange: {
    method: 'POST',
    path: '/families/changes/:id/undo',
    summary: 'Move the configurations of a build, merge or split back where they were',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    response: z.object({
      restored: z.number().int(),
      /** Number of configurations that stay, because they were moved later. */
      skipped: z.number().int(),
    }),
    message: 'Change undone',
  },
});
