import { type ProductImport, productImport } from '@reprise/contract/moving-in/imports';
import { type SendOptions, sendForm } from '../../../api/send-form.ts';

/** Uploads a CSV file for checking. Throws a Problem if the file is not CSV or has questions. */
export async function uploadImport(file: File, options: SendOptions): Promise<ProductImport> {
  const form = new FormData();
  form.append('file', file);
  const answer = (await sendForm('/product-imports?ask=true', form, options)) as { import: unknown };
  return productImport.parse(answer.import);
}
