export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Detects the format from the bytes, not from names or declared types; undefined for other formats. */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  if (containsMarkup(bytes)) return undefined;
  return signatures.find(([, matches]) => matches(bytes))?.[0];
}

const startsWith = (bytes: Buffer, start: number[]) => start.every((byte, index) => bytes[index] === byte);
const textAt = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

const signatures: [ImageFormat, (bytes: Buffer) => boolean][] = [
  ['jpeg', (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ['png', (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['gif', (bytes) => ['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))],
  ['webp', (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP'],
  ['avif', (bytes) => textAt(bytes, 4, 8) === 'ftyp' && textAt(bytes, 8, 40).includes('avi')],
];

const markup = ['<script', '<html', '<svg', '<!doctype', '<?php'];

/** Returns true if the file contains markup: a browser could run a polyglot of image and page. */
function containsMarkup(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  return markup.some((tag) => text.includes(tag));
}
