import { heicTo } from 'heic-to/csp';

// Decodes HEIC photos of phones, which most browsers cannot, in a file of its own: the shop's policy for this file alone
// allows the worker that the decoder starts.

addEventListener('message', async ({ data: photo }: MessageEvent<Blob>) => {
  try {
    const bitmap = await heicTo({ blob: photo, type: 'bitmap' });
    postMessage(bitmap, { transfer: [bitmap] });
  } catch {
    postMessage(null);
  }
});
