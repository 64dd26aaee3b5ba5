import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web/app'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && existsSync(root + path))
  .map((path) => ({ path: path.replace('web/app/', ''), text: readFileSync(root + path, 'utf8') }));

/** Files with a form element whose events they handle themselves, and why. */
const ownSubmits = {
  'admin-ui/dialog-form.tsx': 'ignores the second half of a double click',
  'admin-ui/list/list-menus.tsx': 'names a view, which the browser stores',
  'features/catalog/listing/product-filters.tsx': 'filters a list at each change',
  'features/grading/admin/kind-editor.tsx': 'edits rows of a draft, which may be incomplete',
  'features/orders/orders-page.tsx': 'filters a list',
  'features/orders/track-page.tsx': 'looks an order up, on a page without schemas',
  'features/settings/admin/pages/page-text-editor.tsx': 'ignores the second half of a double click',
  'features/units/match-form.tsx': 'compares a number, on a page without schemas',
  'layouts/storefront/search-box.tsx': 'searches',
};

test('forms are submitted by the hook for checked forms', () => {
  const own = files.filter(({ text }) => /<(form|Form)\b/.test(text) && text.includes('preventDefault'));
  expect(own.map(({ path }) => path).sort()).toEqual(Object.keys(ownSubmits));
});

/** Files that use the form library itself, and why. */
const ownForms = {
  'features/catalog/admin/product-form.tsx': 'several buttons save it, each by its own schema',
  'features/checkout/pay-form.tsx': 'pays',
  'features/checkout/use-checkout-form.ts': 'orders and pays',
  'features/orders/admin/edit-order/edit-order-form.tsx': 'previews amounts at each change',
  'features/orders/admin/new-order/admin-new-order-page.tsx': 'orders',
  'features/settings/admin/admin-settings-page.tsx': 'opens the tab of the first error',
  'forms/use-checked-form.ts': 'the hook for checked forms',
};

test('only named forms use the form library without the hook for checked forms', () => {
  const own = files.filter(({ text }) => /\buseForm\b/.test(text));
  expect(own.map(({ path }) => path).sort()).toEqual(Object.keys(ownForms));
});
