import { z } from 'zod';
import { gtin } from '../../catalog/products/box-facts.ts';
import { endpoints } from '../../endpoint.ts';
import { requiredText } from '../../wire.ts';

/** Codes of one kind of a configuration. */
const maxCodes = 20;

export const modelCodesInput = z
  .object({
    /** Numbers below the barcodes of its boxes. */
    gtins: z.array(gtin).max(maxCodes, `Enter at most ${maxCodes}`),
    /** Part numbers of the maker. */
    mpns: z.array(requiredText(70, 'Enter a part number')).max(maxCodes, `Enter at most ${maxCodes}`),
  })
  .meta({ id: 'ModelCodesInput' });
export type ModelCodesInput = z.output<typeof modelCodesInput>;

export const modelCodesResponse = z
  .object({
    /** With 14 digits. */
    gtins: z.array(z.string()),
    mpns: z.array(z.string()),
  })
  .meta({ id: 'ModelCodes' });
export type ModelCodes = z.output<typeof modelCodesResponse>;

const keyParams = z.object({ key: requiredText(200, 'Missing model key') });

export const modelCodeEndpoints = endpoints({
  getModelCodes: {
    method: 'GET',
    path: '/device-models/:key/codes',
    summary: 'GTINs and part numbers of a configuration, also those learned from scans',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: keyParams,
    response: z.object({ codes: modelCodesResponse }),
  },
  updateModelCodes: {
    method: 'PUT',
    path: '/device-models/:key/codes',
    summary: 'Replace the GTINs and part numbers of a configuration',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: keyParams,
    body: modelCodesInput,
    response: z.object({ codes: modelCodesResponse }),
    message: 'Codes saved',
  },
});
