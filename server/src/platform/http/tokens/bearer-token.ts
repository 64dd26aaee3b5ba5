const maxAuthorizationLength = 'Bearer '.length + 512;

/** Returns the token of an Authorization header; '' for a header without a valid one, null without a header. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header.length > maxAuthorizationLength) return '';
  return /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1] ?? '';
}
