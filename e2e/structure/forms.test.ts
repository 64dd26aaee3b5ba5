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
  'catalog/grading/admin/kind-editor.tsx': 'edits rows of a draft, which may be incomplete',
  'catalog/products/listing/product-filters.tsx': 'filters a list at each change',
  'foundations/page-texts/admin/page-text-editor.tsx': 'ignores the second half of a double click',
  'layouts/storefront/search-box.tsx': 'searches',
  'sales/orders/orders-page.tsx': 'filters a list',
  'sales/orders/track-page.tsx': 'looks an order up, on a page without schemas',
  'workshop/units/match-form.tsx': 'compares a number, on a page without schemas',
};

test('forms are submitted by the hook for checked forms', () => {
  const own = files.filter(({ text }) => /<(form|Form)\b/.test(text) && text.includes('preventDefault'));
  expect(own.map(({ path }) => path).sort()).toEqual(Object.keys(ownSubmits));
});

/** Files that use the form library itself, and why. */
const ownForms = {
  'catalog/products/admin/product-form.tsx': 'several buttons save it, each by its own schema',
  'forms/use-checked-form.ts': 'the hook for checked forms',
  'routes/settings/admin-settings-page.tsx': 'opens the tab of the first error',
  'sales/checkout/pay-form.tsx': 'pays',
  'sales/checkout/use-checkout-form.ts': 'orders and pays',
  'sales/orders/admin/drafts/admin-draft-page.tsx': 'saves lines that are no fields',
  'sales/orders/admin/edit-order/edit-order-form.tsx': 'previews amounts at each change',
  'sales/orders/admin/new-order/admin-new-order-page.tsx': 'orders',
};

test('only named forms use the form library without the hook for checked forms', () => {
  const own = files.filter(({ text }) => /\buseForm\b/.test(text));
  expect(own.map(({ path }) => path).sort()).toEqual(Object.keys(ownForms));
});
