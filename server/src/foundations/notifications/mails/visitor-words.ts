/**
 * Returns text typed by a visitor without anything mail clients turn into links: `www.example.com` becomes `www.
 * example. com`, and schemes, @ and double slashes are split. Names such as "St. Louis" stay unchanged.
 */
export function unlinked(words: string): string {
  return words
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/@/g, ' at ')
    .replace(/:(?=\S)/g, ': ')
    .replace(/[/\\](?=[/\\])/g, '')
    .replace(/[.\u3002](?=[\p{L}\p{N}])/gu, '. ')
    .replace(/ +/g, ' ')
    .trim();
}
