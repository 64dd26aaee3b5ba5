import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deviceBugs } from './device-bugs.ts';

// `npm run test:planted` plants each known bug of shops in a copy of the sources and expects the tests named
// beside it to fail. A test that passes does not protect against its bug.

export type Bug = {
  name: string;
  changes: { file: string; from: string | RegExp; to: string }[];
  /** Tests that must fail: a Vitest project and a file filter. */
  caughtBy: [project: string, files: string];
};

const stock = 'server/src/catalog/stock/change-stock.ts';
const orderStatement = 'server/src/orders/order-batcher/store-orders.ts';

const bugs: Bug[] = [
  {
    name: 'no stock guard',
    changes: [
      {
        file: orderStatement,
        from: /\n +and \$\{products\.stockCount\} - locked\.quantity >= \$\{value\('atLeast'\)\}::integer/,
        to: '',
      },
      { file: stock, from: / and \$\{products\.stockCount\} \+ wanted\.change >= 0/, to: '' },
      { file: 'server/migrations/0000_baseline.sql', from: /"products"\."stock_count" >= 0/, to: 'true' },
    ],
    caughtBy: ['faults', 'e2e/faults/interleavings'],
  },
  {
    name: 'no unique key of orders',
    changes: [
      {
        file: 'server/migrations/0000_baseline.sql',
        from: 'CREATE UNIQUE INDEX "orders_idempotency"',
        to: 'CREATE INDEX "orders_idempotency"',
      },
    ],
    caughtBy: ['postgres-db', 'server/src/orders/'],
  },
  {
    name: "the customer's total is trusted",
    changes: [
      {
        file: 'server/src/orders/order-batcher/build-order.ts',
        from: 'if (claimed === undefined || Math.abs(claimed - totals.total) <= 1) return;',
        to: 'if (claimed !== undefined) totals.total = claimed;\n  return;',
      },
    ],
    caughtBy: ['postgres-db', 'server/src/orders/orders.db'],
  },
  {
    name: 'any caller reads any order',
    changes: [
      {
        file: 'server/src/orders/order-access.ts',
        from: 'if (!isAllowed) throw orderNotFound();',
        to: 'if (!order) throw orderNotFound();',
      },
    ],
    caughtBy: ['postgres-db', 'server/src/orders/orders.db'],
  },
  {
    name: 'a webhook is answered before its effect is stored',
    changes: [
      {
        file: 'server/src/payments/processors/handle-stripe-event.ts',
        from: 'await applyEvent(deps, stripe.processor, event);',
        to: 'void applyEvent(deps, stripe.processor, event).catch(() => {});',
      },
    ],
    caughtBy: ['postgres', 'server/src/payments/processors/stripe'],
  },
  {
    name: 'the processor is called inside a transaction',
    changes: [
      {
        file: 'server/src/payments/start-payment.ts',
        from: /const intent = await processor\.createIntent\(([\s\S]*?)\n {2}\}\);/,
        to: 'const intent = await inTransaction(deps.db, () => processor.createIntent($1\n  }));',
      },
    ],
    caughtBy: ['postgres-db', 'server/src/payments/payments.db'],
  },
  {
    name: 'locks in random order',
    changes: [
      {
        file: orderStatement,
        from: /order by \$\{products\.id\} for no key update/,
        to: 'order by md5(products.id || pg_backend_pid()::text) for no key update',
      },
    ],
    caughtBy: ['faults', 'e2e/faults/interleavings'],
  },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['contract', 'server', 'e2e', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'];

function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'reprise-planted-'));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|build|data)$/.test(path),
    });
  }
  for (const workspace of ['', 'contract', 'server', 'e2e']) {
    const modules = join(root, workspace, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(copy, workspace, 'node_modules'));
  }
  return copy;
}

/** Plants a bug; throws if the source text has changed, because the entry is then out of date. */
function plant(copy: string, { name, changes }: Bug): void {
  for (const { file, from, to } of changes) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    const planted = text.replace(from, to);
    if (planted === text) throw new Error(`Cannot plant “${name}” in ${file}: its source text has changed.`);
    writeFileSync(path, planted);
  }
}

function testsTurnRed(copy: string, [project, files]: Bug['caughtBy']): { red: boolean; by: string } {
  const file = join(copy, 'report.json');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      files,
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    { cwd: copy, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, FAULTS: 'slice' } },
  );
  if (!existsSync(file)) throw new Error(`The tests did not run:\n${stdout}${stderr}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = report.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.title),
  );
  return { red: status !== 0 && failed.length > 0, by: failed[0] ?? 'no test' };
}

type Report = { testResults: { assertionResults: { status: string; title: string }[] }[] };

const filter = process.argv[2];
const selected = [...bugs, ...deviceBugs].filter(({ name }) => !filter || name.includes(filter));
let caught = 0;
for (const bug of selected) {
  const copy = copySources();
  try {
    plant(copy, bug);
    const { red, by } = testsTurnRed(copy, bug.caughtBy);
    if (red) caught += 1;
    console.log(`${red ? 'caught' : 'MISSED'}  ${bug.name.padEnd(50)} ${by}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
console.log(`\n${caught} passed, ${selected.length - caught} failed`);
process.exit(caught === selected.length ? 0 : 1);
