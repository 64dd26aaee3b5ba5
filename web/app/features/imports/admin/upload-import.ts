import { type ProductImport, productImport } from '@reprise/contract/imports';
import { apiBase } from '../../../api/api-base.ts';
import { readAnswer } from '../../../api/browser-api.ts';
import { authToken } from '../../identity/auth-store.ts';

/** Sends a CSV file to be checked. Throws a Problem where it cannot be one. */
export async function uploadImport(file: File): Promise<ProductImport> {
  const form = new FormData();
  form.append('file', file);
  const response = await fetch(`${apiBase}/product-imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${authToken() ?? ''}` },
    body: form,
  });
  const answer = (await readAnswer(response)) as { import: unknown };
  return productImport.parse(answer.import);
}
