/**
 * Words that a visitor typed, with nothing left that a mail program turns into a link: `www.example.com` becomes
 * `www. example. com`, and schemes, @ and double slashes are taken apart. Names such as "St. Louis" stay as they are.
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
