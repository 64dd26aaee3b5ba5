import anyAscii from 'any-ascii';

/**
 * Writes a name in letters from a to z, digits and single hyphens, a name in another script as it sounds: "Größe 5" is
 * "grosse-5", "カメラ" is "kamera".
 */
export function slugify(name: string): string {
  return anyAscii(name.normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
