/**
 * Returns the header that saves a response under this name (RFC 6266). A name may come from an uploaded file: quotation
 * marks would end the parameter, and Node rejects headers with characters outside Latin-1.
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const header = `attachment; filename="${ascii}"`;
  return ascii === name ? header : `${header}; filename*=UTF-8''${encode(name)}`;
}

/** Percent-encodes also the characters that `encodeURIComponent` leaves but RFC 8187 does not allow. */
function encode(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
