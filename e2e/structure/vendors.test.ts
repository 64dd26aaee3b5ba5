import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string) => readFileSync(root + path, 'utf8');

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(contract|extensions|server|web)\/.*\.tsx?$/.test(path) && existsSync(root + path))
  .filter((path) => !/\.test\.tsx?$|\/test\/|^server\/demo\//.test(path));

const vendors =
  /ebay|back.?market|easypost|stripe.?tax|mollie|opensearch|shopify|woocommerce|phonecheck|blancco|nwipe/i;

/** Files of the core that may name a vendor, by the reason. The list only becomes shorter. */
const mayName: Record<string, string[]> = {
  'the one file that loads the packages': ['server/src/platform/shipped-extensions.ts'],
  'names of settings': ['server/src/platform/environment.ts'],
  'endpoints of a screen of one vendor, or their descriptions': [
    'contract/src/all-endpoints.ts',
    'contract/src/sales/channel-orders.ts',
    'contract/src/sales/channels/ebay.ts',
    'contract/src/moving-in/customer-imports.ts',
    'contract/src/moving-in/imports.ts',
    'contract/src/sales/past-orders.ts',
    'contract/src/sales/orders/shipping/carrier-account.ts',
    'contract/src/sales/orders/shipping/labels.ts',
  ],
  'names and titles of kinds, which the database stores': [
    'contract/src/sales/channels/channel.ts',
    'contract/src/foundations/checked-import.ts',
    'server/src/sales/channels/channels.tables.ts',
    'server/src/sales/channels/listings.queries.ts',
    'server/src/sales/channels/order-reading.ts',
    'server/src/sales/channels/send-listings.ts',
  ],
  'handlers of the screen of eBay, behind the type Marketplace': [
    'server/src/sales/channels/channel-accounts.ts',
    'server/src/sales/channels/channels.routes.ts',
  ],
  'a screen that tells staff where to find keys or files': [
    'web/app/sales/channels/admin/admin-channel-page.tsx',
    'web/app/sales/channels/admin/admin-channels-page.tsx',
    'web/app/sales/channels/admin/back-market-files.tsx',
    'web/app/sales/channels/admin/ebay-account-dialog.tsx',
    'web/app/sales/channels/admin/ebay-settings-dialog.tsx',
    'web/app/sales/channels/admin/rules-dialog.tsx',
    'web/app/moving-in/customer-imports/admin/admin-import-customers-page.tsx',
    'web/app/moving-in/imports/admin/export-presets.tsx',
    'web/app/sales/past-orders/admin/admin-past-orders-page.tsx',
    'web/app/foundations/settings/admin/setting-fields.ts',
    'web/app/sales/orders/shipping/admin/carrier-form.tsx',
    'web/app/sales/orders/shipping/admin/carrier-screen.tsx',
    'web/app/workshop/units/admin/bench/reports/import-reports-dialog.tsx',
    'web/app/layouts/admin/nav-items.ts',
    'web/app/layouts/admin/settings-items.ts',
  ],
  'a word in the columns of reports': ['server/src/workshop/units/test-reports/read/column-meaning.ts'],
};
const listed = Object.values(mayName).flat();

test('no file of the core names a vendor, except those of the list', () => {
  const naming = sources.filter((path) => !path.startsWith('extensions/') && vendors.test(textOf(path)));
  expect(naming.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path) => !naming.includes(path))).toEqual([]);
});

/** Imports of a file: paths within the repository, or package names. */
function importsOf(path: string): string[] {
  const imports = textOf(path).matchAll(/(?<![.\w])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...imports].map(([, target = '']) =>
    target.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), target)) : target,
  );
}

const packageOf = (path: string) => /^extensions\/([a-z-]+)\//.exec(path)?.[1];

/** Examples that build on a part of the server itself, with what they take from it. */
const onTheServer: Record<string, string> = {
  'extensions/spelling-search.ts': 'the built-in search, which it corrects',
  'extensions/amazon-role/storage.ts': 'the client of buckets, which it gives other keys',
};

test('an extension imports its own files and the package of types, and nothing of the shop', () => {
  const wrong = sources
    .filter((path) => path.startsWith('extensions/') && packageOf(path) !== 'kit' && !(path in onTheServer))
    .flatMap((path) => importsOf(path).map((to) => ({ path, to })))
    .filter(({ path, to }) => {
      if (to.startsWith('@reprise/')) return !to.startsWith('@reprise/extension/');
      const isOwn = packageOf(path) === undefined || packageOf(path) === packageOf(to);
      return (
        /^(\.\.|contract|server|web|e2e|extensions)\//.test(to) && !(to.startsWith('extensions/') && isOwn)
      );
    });
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([]);
});

test('the package of types imports the contract and zod', () => {
  const wrong = sources
    .filter((path) => packageOf(path) === 'kit')
    .flatMap((path) => importsOf(path).map((to) => ({ path, to })))
    .filter(({ to }) => !/^(zod$|vitest$|node:|@reprise\/contract\/|extensions\/kit\/)/.test(to));
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([]);
});

test('only one file of the server loads packages of vendors', () => {
  const loading = sources.filter(
    (path) =>
      !path.startsWith('extensions/') &&
      importsOf(path).some(
        (to) => to.startsWith('@reprise/') && !/^@reprise\/(contract|extension)\//.test(to),
      ),
  );
  expect(loading).toEqual(['server/src/platform/shipped-extensions.ts']);
});
