import { compile } from 'html-to-text';

/** Text of a description: paragraphs and lists on lines of their own, links and images without their addresses. */
const convert = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** True for text with elements that descriptions of shops are written in. */
export const isHtml = (text: string): boolean =>
  /<(?:p|br|div|span|b|strong|i|em|u|ul|ol|li|h[1-6]|table|a|img|script|style)(?:\s[^<>]*)?\/?>/i.test(text);

export const textOfHtml = (html: string): string =>
  convert(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
