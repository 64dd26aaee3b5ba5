import { ownChannel } from '@reprise/contract/sales/orders/order-filters';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { readDistinct } from '../../platform/database/distinct-values.ts';
import { orders } from '../orders/orders.tables.ts';
import { channelOrders } from './channel-orders.tables.ts';

/** SQL: the order came from the channel of this name, or from none if it is the shop itself. */
export function isOfChannel(name: string): SQL {
  if (name === ownChannel) {
    return sql`not exists (select from ${channelOrders} where ${channelOrders.orderId} = ${orders}.id)`;
  }
  return sql`${orders}.id in (select ${channelOrders.orderId} from ${channelOrders}
    where ${channelOrders.channelName} = ${name})`;
}

const maxNames = 100;

export const listChannelNames = (db: Queryable): Promise<string[]> =>
  readDistinct(db, channelOrders, channelOrders.channelName, maxNames);
