import type { MetaDescriptor } from 'react-router';

/** What the root loader knows that every page's head needs. */
type Root = { loaderData?: { origin: string; settings: { storeName: string } } | undefined } | undefined;

type PageMeta = {
  title: string;
  description: string;
  /** The page's one true address, below the shop's own. */
  path: string;
  /** A picture for those who share the page; a path of this shop or a whole address. */
  image?: string | null;
  type?: 'website' | 'product';
  /** For pages that are no find by themselves, such as the results of a search. */
  hidden?: boolean;
};

/** Title, description, canonical address and what shared links show. */
export function pageMeta(root: Root, page: PageMeta): MetaDescriptor[] {
  const { title, description, path, image, type = 'website', hidden = false } = page;
  const { origin = '', settings } = root?.loaderData ?? {};
  const storeName = settings?.storeName ?? 'Reprise';
  const address = `${origin}${path}`;
  return [
    { title: `${title} · ${storeName}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:url', content: address },
    { property: 'og:site_name', content: storeName },
    ...(image ? [{ property: 'og:image', content: new URL(image, origin || 'http://localhost').href }] : []),
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
