import { logoSize } from '@reprise/contract/foundations/logo-size';
import type { Logo } from '@reprise/contract/foundations/settings';

type StoreLogoProps = {
  logo: Logo;
  name: string;
  /** `both` follows the visitor's device. */
  scheme: 'light' | 'dark' | 'both';
};

/** Logo in the size of the header. */
export function StoreLogo({ logo: { light, dark }, name, scheme }: StoreLogoProps) {
  const { url, ...size } = scheme === 'dark' && dark ? dark : light;
  return (
    <picture>
      {scheme === 'both' && dark && (
        <source srcSet={dark.url} media="(prefers-color-scheme: dark)" {...logoSize(dark)} />
      )}
      <img src={url} alt={name} {...logoSize(size)} />
    </picture>
  );
}
