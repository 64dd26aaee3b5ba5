import { createHash } from 'node:crypto';

/**
 * Replaces the nonces of the framework's scripts by their hashes, because cached public pages cannot contain
 * a nonce. Scripts that content has injected lack the secret `noncePlaceholder`, are not hashed and cannot
 * run; `started` are scripts that the page's own will add.
 */
export function hashInlineScripts(
  markedHtml: string,
  noncePlaceholder: string,
  { started = [], ...uses }: PageUses & { started?: string[] } = {},
): { html: string; policy: string } {
  const nonce = ` nonce="${noncePlaceholder}"`;
  const hashes = new Set<string>(started.map(sha256));
  for (const { attributes, source } of scriptsOf(markedHtml)) {
    if (source !== '' && attributes.includes(nonce)) hashes.add(sha256(source));
  }
  return { html: markedHtml.replaceAll(nonce, ''), policy: contentSecurityPolicy([...hashes], uses) };
}

/**
 * Yields the scripts of a page in linear time: a regular expression would restart at every unclosed
 * `<script`.
 */
function* scriptsOf(html: string): Generator<{ attributes: string; source: string }> {
  const opening = '<script';
  for (let start = html.indexOf(opening); start >= 0; ) {
    const openingEnd = html.indexOf('>', start);
    const end = openingEnd < 0 ? -1 : html.indexOf('</script>', openingEnd);
    if (end < 0) return;
    yield {
      attributes: html.slice(start + opening.length, openingEnd),
      source: html.slice(openingEnd + 1, end),
    };
    start = html.indexOf(opening, end);
  }
}

/** Sources that Stripe's security guide requires. */
const stripe = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

const reportPath = '/csp-reports';
const reportGroup = 'csp';

/** Value of the `Reporting-Endpoints` header for `report-to`. */
export const reportingEndpoints = `${reportGroup}="${reportPath}"`;

/** Permissions that single pages need: Stripe's form in stores with its keys, or WebAssembly to decode barcodes. */
export type PageUses = { payments?: boolean; codes?: boolean };

/** Returns the policy of a page with these script hashes. */
export function contentSecurityPolicy(
  scriptHashes: string[],
  { payments = false, codes = false }: PageUses = {},
): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    [
      "script-src 'self'",
      ...scriptHashes,
      ...(payments ? stripe.scripts : []),
      ...(codes ? ["'wasm-unsafe-eval'"] : []),
    ].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...(payments ? stripe.calls : [])].join(' '),
    ...(payments ? [['frame-src', ...stripe.frames].join(' ')] : []),
    "img-src 'self' data: blob: https:",
    // Firefox and Safari support only report-uri; browsers with both use report-to.
    `report-uri ${reportPath}`,
    `report-to ${reportGroup}`,
  ].join('; ');
}

function sha256(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
