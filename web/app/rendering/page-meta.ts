import { shareSize, sharingImageUrl } from '@reprise/contract/catalog/products/shared-image';
import type { MetaDescriptor } from 'react-router';

/** Part of the root loader's data that every page's metadata needs. */
type Root = { loaderData?: { origin: string; settings: { storeName: string } } | undefined } | undefined;

type PageMeta = {
  title: string;
  description: string;
  /** Canonical path. */
  path: string;
  /** Image for shared links, as a path or URL; defaults to the shop's own. */
  image?: string | null;
  /** Alternative text of the image. */
  imageAlt?: string | undefined;
  type?: 'website' | 'product';
  /** True for pages that should not be indexed, such as search results. */
  hidden?: boolean;
};

/** Returns title, description, canonical URL and Open Graph metadata. */
export function pageMeta(root: Root, page: PageMeta): MetaDescriptor[] {
  const { title, description, path, image, imageAlt, type = 'website', hidden = false } = page;
  const { origin = '', settings } = root?.loaderData ?? {};
  const storeName = settings?.storeName ?? 'Reprise';
  const url = `${origin}${path}`;
  return [
    { title: `${title} · ${storeName}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: storeName },
    ...shareImageMeta(image || defaultImage, origin),
    ...(image && imageAlt ? [{ property: 'og:image:alt', content: imageAlt }] : []),
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}

/** Image of the home page. */
const defaultImage = '/img/share.jpg';

function shareImageMeta(image: string, origin: string): MetaDescriptor[] {
  const url = sharingImageUrl(image);
  const hasKnownSize = url !== image || image === defaultImage;
  return [
    { property: 'og:image', content: new URL(url, origin || 'http://localhost').href },
    // The dimensions are known for the default image and for sharing variants.
    ...(hasKnownSize
      ? [
          { property: 'og:image:width', content: String(shareSize.width) },
          { property: 'og:image:height', content: String(shareSize.height) },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
