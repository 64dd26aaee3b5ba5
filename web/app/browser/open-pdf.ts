import { saveBlob } from './save-blob.ts';

/** Opens a PDF in a new tab, where it can be printed; saves it if the browser blocks the tab. */
export async function openPdf(name: string, response: Response): Promise<void> {
  const file = await response.blob();
  const url = URL.createObjectURL(file);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  if (window.open(url, '_blank') === null) saveBlob(name, file);
}
