import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

// Limits of size for the product: without tests, demo data, generated migrations and the style sheet.

const maxFilesPerFolder = 30;
const maxLinesPerFile = 350;
const maxLinesPerFunction = 80;

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(contract|server|web)\/.*\.(ts|tsx|js|css)$/.test(path) && existsSync(root + path))
  .filter((path) => !/^server\/(demo|test|migrations)\/|^web\/public\/|\.test\.tsx?$|\/app\.css$/.test(path));

/** Files that are being divided; an entry leaves the list once its file is within the limits. */
const exempt: string[] = [
  'server/src/platform/database/database.ts',
  'web/app/admin-ui/data-list.tsx',
  'web/app/features/addresses/address-fields.tsx',
  'web/app/features/catalog/admin/admin-categories-page.tsx',
  'web/app/features/catalog/admin/admin-products-page.tsx',
  'web/app/features/catalog/admin/bulk-change-fields.tsx',
  'web/app/features/catalog/admin/product-columns.tsx',
  'web/app/features/catalog/admin/stock-dialog.tsx',
  'web/app/features/catalog/product/product-gallery.tsx',
  'web/app/features/checkout/checkout-page.tsx',
  'web/app/features/identity/admin/admin-users-page.tsx',
  'web/app/features/identity/admin/user-dialogs.tsx',
  'web/app/features/identity/login-page.tsx',
  'web/app/features/identity/register-page.tsx',
  'web/app/features/notifications/admin/admin-mailbox-page.tsx',
  'web/app/features/orders/admin/fulfillment/bulk-ship-dialog.tsx',
  'web/app/features/orders/admin/fulfillment/packing-slip.tsx',
  'web/app/features/orders/admin/order-columns.tsx',
  'web/app/features/orders/invoice.tsx',
  'web/app/features/privacy/privacy-requests-page.tsx',
  'web/app/features/reviews/admin/admin-reviews-page.tsx',
  'web/app/features/settings/privacy-page.tsx',
  'web/app/layouts/admin/command-palette.tsx',
  'web/app/session/step-up-dialog.tsx',
  'web/app/ui/gallery/figures.tsx',
];

const countLines = (text: string) => text.split('\n').length;

function longFunctionsOf(path: string): string[] {
  const text = readFileSync(root + path, 'utf8');
  const found: string[] = [];
  const measure = ({ start, end }: { start: number; end: number }) => {
    const lines = countLines(text.slice(start, end));
    if (lines <= maxLinesPerFunction) return;
    found.push(`${path}:${countLines(text.slice(0, start))} (${lines} lines)`);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program);
  return found;
}

const lineCount = (path: string) => countLines(readFileSync(root + path, 'utf8').trimEnd());

test('a folder has at most 30 files', () => {
  const folders = Map.groupBy(files, (path) => dirname(path));
  const crowded = [...folders].filter(([, members]) => members.length > maxFilesPerFolder);
  expect(crowded.map(([folder, members]) => `${folder} (${members.length} files)`)).toEqual([]);
});

test('a file has at most 350 lines', () => {
  const long = files.filter((path) => !exempt.includes(path) && lineCount(path) > maxLinesPerFile);
  expect(long.map((path) => `${path} (${lineCount(path)} lines)`)).toEqual([]);
});

test('a function has at most 80 lines', () => {
  const scripts = files.filter((path) => !path.endsWith('.css') && !exempt.includes(path));
  expect(scripts.flatMap(longFunctionsOf)).toEqual([]);
});

test('only files beyond a limit are exempt', () => {
  const within = (path: string) => lineCount(path) <= maxLinesPerFile && longFunctionsOf(path).length === 0;
  expect(exempt.filter(within)).toEqual([]);
});
