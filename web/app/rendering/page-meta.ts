import { sharedAddress, shareSize } from '@reprise/contract/catalog/shared-image';
import type { MetaDescriptor } from 'react-router';

/** What the root loader knows that every page's head needs. */
type Root = { loaderData?: { origin: string; settings: { storeName: string } } | undefined } | undefined;

type PageMeta = {
  title: string;
  description: string;
  /** The page's one true address, below the shop's own. */
  path: string;
  /** A picture for those who share the page, a path of this shop or a whole address; else the shop's own. */
  image?: string | null;
  /** What that picture shows. */
  imageAlt?: string | undefined;
  type?: 'website' | 'product';
  /** For pages that are no find by themselves, such as the results of a search. */
  hidden?: boolean;
};

/** Title, description, canonical address and what shared links show. */
export function pageMeta(root: Root, page: PageMeta): MetaDescriptor[] {
  const { title, description, path, image, imageAlt, type = 'website', hidden = false } = page;
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
    ...shareCard(image || defaultPicture, origin),
    ...(image && imageAlt ? [{ property: 'og:image:alt', content: imageAlt }] : []),
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}

/** The devices of the opening picture. */
const defaultPicture = '/img/share.jpg';

function shareCard(picture: string, origin: string): MetaDescriptor[] {
  const address = sharedAddress(picture);
  const ours = address !== picture || picture === defaultPicture;
  return [
    { property: 'og:image', content: new URL(address, origin || 'http://localhost').href },
    // Of a picture that lies elsewhere nobody here knows the size.
    ...(ours
      ? [
          { property: 'og:image:width', content: String(shareSize.width) },
          { property: 'og:image:height', content: String(shareSize.height) },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
