import { scriptSafeJson } from './script-safe-json.ts';

/**
 * Structured data for search engines. The only component that sets inner HTML; the text cannot close the
 * script element.
 */
export function StructuredData({ facts }: { facts: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped just here, and a script's text cannot be given otherwise
      dangerouslySetInnerHTML={{ __html: scriptSafeJson(facts) }}
    />
  );
}
