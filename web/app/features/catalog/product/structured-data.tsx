import { scriptSafeJson } from './script-safe-json.ts';

/** Facts for search engines. The only place that writes markup by itself; what it writes cannot end the script. */
export function StructuredData({ facts }: { facts: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped just here, and a script's text cannot be given otherwise
      dangerouslySetInnerHTML={{ __html: scriptSafeJson(facts) }}
    />
  );
}
