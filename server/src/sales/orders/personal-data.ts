import { sql } from 'drizzle-orm';
import type { OrderRow } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

// An order of a sales channel has no email, but the name and address of its buyer.

/** SQL: the order was not erased. */
export const hasPersonalData = sql`(${orders.email} <> '' or ${orders.address} <> '' or ${orders.phone} <> '')`;

/** False once the order was erased. */
export const isPersonal = ({
  email,
  address,
  phone,
}: Pick<OrderRow, 'email' | 'address' | 'phone'>): boolean => email !== '' || address !== '' || phone !== '';
