import type { OrderPayment } from '@reprise/contract/sales/orders/order';
import type { orderCostEndpoints } from '@reprise/contract/sales/orders/order-costs';
import { readProductCost, setProductCost } from '../../../catalog/products/stock/product-cost.ts';
import type { Deps } from '../../../deps.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { readOrderCosts } from './order-costs.queries.ts';

export function orderCostHandlers(
  deps: Pick<Deps, 'db'>,
  { paymentsOf }: { paymentsOf: (db: Queryable, orderId: string) => Promise<OrderPayment[]> },
): Handlers<typeof orderCostEndpoints> {
  return {
    getOrderCosts: async ({ params }) => ({ costs: await readOrderCosts(deps.db, params.id, paymentsOf) }),
    getProductCost: ({ params }) => readProductCost(deps.db, params.id),
    setProductCost: ({ params, body }, context) =>
      setProductCost(deps, params.id, body, requireCaller(context).userId),
  };
}
