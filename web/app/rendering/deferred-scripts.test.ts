import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashInlineScripts } from './content-security-policy.ts';
import { deferScripts } from './deferred-scripts.ts';

const page = `<head><link rel="modulepreload" nonce="m1" href="/assets/a.js"/><link rel="modulepreload" href="//other.shop/x.js"/><link rel="stylesheet" href="/a.css"/></head><body><script nonce="m1">context()</script><script nonce="m1" type="module" async="">import "/assets/a.js"; html = "</" + "b>";</script><script type="module" async="">steal()</script></body>`;

test('only the framework’s preloads and module script are deferred', () => {
  const { markedHtml } = deferScripts(page, 'm1');
  expect(markedHtml).not.toContain('<link rel="modulepreload" nonce="m1"');
  expect(markedHtml).toContain('<link rel="modulepreload" href="//other.shop/x.js"/>');
  expect(markedHtml).toContain('["/assets/a.js"],"import \\"/assets/a.js\\"; html = \\"\\u003c/');
  expect(markedHtml).toContain('<script nonce="m1">context()</script>');
  expect(markedHtml).toContain('<script type="module" async="">steal()</script>');
  expect(markedHtml.match(/<script/g)).toHaveLength(3);
});

test('the policy allows the starter and the deferred script only', () => {
  const { markedHtml, started } = deferScripts(page, 'm1');
  const { html, policy } = hashInlineScripts(markedHtml, 'm1', { started });
  const starter = /<script>(\(function startDeferredScripts[\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  expect(policy).toContain(hashOf(starter));
  expect(policy).toContain(hashOf('import "/assets/a.js"; html = "</" + "b>";'));
  expect(policy).not.toContain(hashOf('steal()'));
  expect(html).not.toContain('m1');
});
