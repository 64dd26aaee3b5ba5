import { createHash } from 'node:crypto';
import { logoSize } from '@reprise/contract/foundations/logo-size';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { closedPolicy } from '../../platform/http/security-headers.ts';

const style = [
  ':root{color-scheme:light dark;--ground:#faf7f1;--ink:#1f2328;--muted:#57606a}',
  '@media(prefers-color-scheme:dark){:root{--ground:#11161d;--ink:#e6edf3;--muted:#9da7b1}}',
  'body{margin:0;min-height:100vh;display:grid;grid-template-rows:1fr auto;background:var(--ground);color:var(--ink);',
  'font:1rem/1.6 system-ui,sans-serif;text-align:center}',
  'main{align-self:center;padding:24px;min-width:0}img{max-width:100%;margin:0 0 24px}',
  'h1{font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.2;margin:0 0 8px;overflow-wrap:anywhere}',
  'p{margin:0;color:var(--muted);font-size:1.125rem}footer{padding:24px;font-size:.875rem;color:var(--muted)}a{color:inherit}',
].join('');

const styleHash = createHash('sha256').update(style).digest('base64');

export const openingPagePolicy = `${closedPolicy}; style-src 'sha256-${styleHash}'; img-src 'self'`;

/** Returns the page that visitors of an unopened shop read, with its name and logo only. */
export function writeOpeningPage({ storeName, logo }: Pick<PublicSettings, 'storeName' | 'logo'>): string {
  const name = escapeMarkup(storeName);
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${name}: opening soon</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head>`,
    `<body><main>${logoOf(logo)}<h1>${name}</h1><p>Opening soon</p></main>`,
    '<footer>Is this your store? <a href="/login?from=%2Fadmin">Sign in</a></footer></body></html>',
  ].join('');
}

/** The name beside it is text, so the image has none. */
function logoOf(logo: PublicSettings['logo']): string {
  if (logo === null) return '';
  const { light, dark } = logo;
  const size = (image: typeof light) => {
    const { width, height } = logoSize(image);
    return `width="${width}" height="${height}"`;
  };
  const source =
    dark && `<source srcset="${escapeMarkup(dark.url)}" media="(prefers-color-scheme: dark)" ${size(dark)}>`;
  return `<picture>${source ?? ''}<img src="${escapeMarkup(light.url)}" alt="" ${size(light)}></picture>`;
}
