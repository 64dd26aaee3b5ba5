import { labelEndpoints } from '@reprise/contract/sales/orders/shipping/labels';
import { fetchFile, saveFile } from '../../../../api/browser-api.ts';

/** Opens the PDF of a label in a new tab, where it can be printed; saves it if the browser blocks the tab. */
export async function openLabel(id: string): Promise<void> {
  const response = await fetchFile(labelEndpoints.getLabelFile, { params: { id } });
  const url = URL.createObjectURL(await response.blob());
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  if (window.open(url, '_blank') === null) await saveFile(labelEndpoints.getLabelFile, { params: { id } });
}
