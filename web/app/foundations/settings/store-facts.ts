import type { PublicSettings } from '@reprise/contract/foundations/settings';

type Store = Pick<PublicSettings, 'storeName' | 'storeDescription' | 'storeEmail' | 'storePhone'>;

/** Returns the schema.org data of the store and its search. */
export function storeFacts(store: Store, origin: string): object {
  const { storeName, storeDescription, storeEmail, storePhone } = store;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${origin}/#store`,
        name: storeName,
        description: storeDescription,
        url: `${origin}/`,
        logo: `${origin}/icon.svg`,
        email: storeEmail,
        ...(storePhone && { telephone: storePhone }),
      },
      {
        '@type': 'WebSite',
        name: storeName,
        url: `${origin}/`,
        publisher: { '@id': `${origin}/#store` },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
