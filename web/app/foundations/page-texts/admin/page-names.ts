import type { TextPageName } from '@reprise/contract/foundations/page-texts';

/** Titles of the pages in the store. */
export const pageNames: Record<TextPageName, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  returns: 'Returns',
  warranty: 'Warranty',
  shipping: 'Shipping',
  cookies: 'Cookies',
};

export const pageUrls: Record<keyof typeof pageNames, string> = {
  terms: '/terms',
  privacy: '/privacy',
  returns: '/returns',
  warranty: '/warranty',
  shipping: '/shipping',
  cookies: '/cookies',
};
