import { createHash } from 'node:crypto';

/**
 * Public pages are cached and shared, so their policy cannot hold a nonce: it names each inline script by
 * its hash. While a page is rendered the framework stamps its own scripts with a secret `mark` (as their
 * nonce); only stamped scripts are hashed, and the stamps are removed. A script that slipped into the page
 * through content carries no stamp and will not run. `started` are scripts that the page's own will add.
 */
export function hashInlineScripts(
  markedHtml: string,
  mark: string,
  { payments = false, started = [] }: { payments?: boolean; started?: string[] } = {},
): { html: string; policy: string } {
  const stamp = ` nonce="${mark}"`;
  const hashes = new Set<string>(started.map(sha256));
  for (const { attributes, source } of scriptsOf(markedHtml)) {
    if (source !== '' && attributes.includes(stamp)) hashes.add(sha256(source));
  }
  return { html: markedHtml.replaceAll(stamp, ''), policy: contentSecurityPolicy([...hashes], payments) };
}

/** The scripts of a page, each byte read once: a pattern would start over at every `<script` that never ends. */
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

/** What Stripe's script needs, as its security guide lists it. */
const stripe = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

const reportPath = '/csp-reports';
const reportGroup = 'csp';

/** The header that gives `report-to` its address. */
export const reportingEndpoints = `${reportGroup}="${reportPath}"`;

/**
 * The policy of a page whose inline scripts have these hashes (import maps and preloads included). `payments`
 * lets Stripe's card form in: on the pages that take cards, where there are keys.
 */
export function contentSecurityPolicy(scriptHashes: string[], payments = false): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...scriptHashes, ...(payments ? stripe.scripts : [])].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...(payments ? stripe.calls : [])].join(' '),
    ...(payments ? [['frame-src', ...stripe.frames].join(' ')] : []),
    "img-src 'self' data: blob: https:",
    // Firefox and Safari know report-uri alone; where both are known, report-to counts.
    `report-uri ${reportPath}`,
    `report-to ${reportGroup}`,
  ].join('; ');
}

function sha256(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
