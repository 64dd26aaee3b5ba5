import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { requiredText, text } from '../../wire.ts';

/** Codes of one kind of a configuration. */
const maxCodes = 20;

/** Returns what is wrong with a GTIN, or null; it has 8, 12, 13 or 14 digits, the last of which checks the others. */
export function gtinFault(gtin: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(gtin)) return `A GTIN has 8, 12, 13 or 14 digits, and ${gtin} has not.`;
  const fitting = gtinCheckDigit(gtin.slice(0, -1));
  return gtin.endsWith(fitting)
    ? null
    : `The last digit of ${gtin} should be ${fitting}. Compare it with the box.`;
}

/** Returns the check digit of GS1: digits count three times and once in turn, from the right. */
function gtinCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

const gtin = text(14)
  .superRefine((value, context) => {
    const message = gtinFault(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ pattern: '^([0-9]{8}|[0-9]{12,14})$' });

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
