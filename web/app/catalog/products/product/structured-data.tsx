import { scriptSafeJson } from './script-safe-json.ts';

/**
 * Structured data for search engines. The only component that sets inner HTML; the text cannot close the
 * script element.
 */
export function StructuredData({ facts }: { facts: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is escaped here, and a script element has no other way to set it
      dangerouslySetInnerHTML={{ __html: scriptSafeJson(facts) }}
    />
  );
}
