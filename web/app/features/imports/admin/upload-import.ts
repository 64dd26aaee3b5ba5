import { type ProductImport, productImport } from '@reprise/contract/imports';
import { type SendOptions, sendForm } from '../../../api/send-form.ts';

/** Sends a CSV file to be checked. Throws a Problem where it cannot be one. */
export async function uploadImport(file: File, options: SendOptions): Promise<ProductImport> {
  const form = new FormData();
  form.append('file', file);
  const answer = (await sendForm('/product-imports', form, options)) as { import: unknown };
  return productImport.parse(answer.import);
}
