import { describe, expect, test } from 'vitest';
import { imageFormat } from './image-format.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('image format by the first bytes', () => {
  test.each([
    ['jpeg', '\xff\xd8\xff\xe0rest'],
    ['png', '\x89PNG\r\n\x1a\nrest'],
    ['gif', 'GIF89arest'],
    ['webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
    ['avif', '\x00\x00\x00\x1cftypavif\x00\x00\x00\x00'],
  ])('%s', (kind, start) => {
    expect(imageFormat(bytes(start))).toBe(kind);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!DOCTYPE html><p>x'],
    ['a page in a GIF', 'GIF89a/*<SCRIPT>alert(1)</SCRIPT>'],
    ['a script in a JPEG', '\xff\xd8\xff\xe0<?php echo 1;'],
    ['a BMP', 'BMrest'],
    ['an MP4', '\x00\x00\x00\x1cftypisom\x00\x00\x00\x00'],
    ['a text', 'PNG'],
    ['nothing', ''],
  ])('rejects %s', (_name, content) => {
    expect(imageFormat(bytes(content))).toBeUndefined();
  });
});
