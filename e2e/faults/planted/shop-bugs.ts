import type { Bug } from './known-bug.ts';

const stock = 'server/src/catalog/products/stock/change-stock.ts';
const orderedProducts = 'server/src/sales/orders/placement/ordered-products.queries.ts';

/** Known bugs of shops. */
export const shopBugs: Bug[] = [
  {
    name: 'no stock guard',
    changes: [
      { file: orderedProducts, from: /\n +\.for\('no key update', \{ of: products \}\)/, to: '' },
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
    caughtBy: ['postgres', 'server/src/sales/orders/'],
  },
  {
    name: "the customer's total is trusted",
    changes: [
      {
        file: 'server/src/sales/orders/placement/build-order.ts',
        from: 'if (claimed === undefined || Math.abs(claimed - totals.total) <= 1) return;',
        to: 'if (claimed !== undefined) totals.total = claimed;\n  return;',
      },
    ],
    caughtBy: ['postgres', 'server/src/sales/orders/orders.db'],
  },
  {
    name: 'any caller reads any order',
    changes: [
      {
        file: 'server/src/sales/orders/order-access.ts',
        from: 'if (!isAllowed) throw orderNotFound();',
        to: 'if (!order) throw orderNotFound();',
      },
    ],
    caughtBy: ['postgres', 'server/src/sales/orders/orders.db'],
  },
  {
    name: 'a webhook is answered before its effect is stored',
    changes: [
      {
        file: 'server/src/sales/payments/processors/handle-stripe-event.ts',
        from: 'await applyEvent(deps, stripe.processor, event);',
        to: 'void applyEvent(deps, stripe.processor, event).catch(() => {});',
      },
    ],
    caughtBy: ['postgres', 'server/src/sales/payments/processors/stripe'],
  },
  {
    name: 'the processor is called inside a transaction',
    changes: [
      {
        file: 'server/src/sales/payments/start-payment.ts',
        from: /const intent = await processor\.createIntent\(([\s\S]*?)\n {2}\}\);/,
        to: 'const intent = await inTransaction(deps.db, () => processor.createIntent($1\n  }));',
      },
    ],
    caughtBy: ['postgres', 'server/src/sales/payments/payments.db'],
  },
  {
    name: 'locks in random order',
    changes: [
      {
        file: orderedProducts,
        from: '.orderBy(asc(products.id))',
        to: '.orderBy(sql`random()`)',
      },
    ],
    caughtBy: ['postgres', 'server/src/sales/orders/placement/lock-order'],
  },
];
