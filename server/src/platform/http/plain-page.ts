import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { escapeMarkup } from '../escape-markup.ts';
import { closedPolicy } from './security-headers.ts';

/** A static page that is cheap to send, for requests that must not cost a rendering. */
export type PlainPage = { status: number; title: string; text: string };

declare module 'fastify' {
  interface FastifyReply {
    sendPlainPage(page: PlainPage): FastifyReply;
  }
}

const style = [
  ':root{color-scheme:light dark;--ground:#faf7f1;--ink:#1f2328;--muted:#57606a}',
  '@media(prefers-color-scheme:dark){:root{--ground:#11161d;--ink:#e6edf3;--muted:#9da7b1}}',
  'body{margin:0;padding:12vh 24px 24px;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}',
  'main{max-width:34rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.3;margin:0 0 12px}',
  'p{margin:0 0 24px;color:var(--muted)}small{font-size:.8125rem;color:var(--muted)}a{color:inherit}',
].join('');

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `${closedPolicy}; style-src 'sha256-${styleHash}'`;

/** Adds `reply.sendPlainPage`. */
export function addPlainPages(app: FastifyInstance): void {
  app.decorateReply('sendPlainPage', function (page) {
    return this.code(page.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .send(htmlOf(page));
  });
}

function htmlOf({ status, title, text }: PlainPage): string {
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title}</title><style>${style}</style></head>`,
    `<body><main><small>${status}</small><h1>${title}</h1><p>${escapeMarkup(text)}</p><a href="/">Go to the home page</a></main></body></html>`,
  ].join('');
}
