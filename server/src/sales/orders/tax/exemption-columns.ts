import { exemptionStatuses } from '@reprise/contract/sales/orders/tax/exemption';
import { integer, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';

/** Columns of orders that have no tax. */
export const exemptionColumns = {
  /** Rates of the tax that was taken off prices which include it; null if none was. */
  taxOffTenths: integer('tax_off_tenths'),
  reducedTaxOffTenths: integer('reduced_tax_off_tenths'),
  /** Present if a VAT number exempts the order; pending and invalid ones do not leave. */
  exemption: text({ enum: exemptionStatuses }),
  exemptionDecidedAt: timestamptz('exemption_decided_at'),
  /** Staff member who decided. */
  exemptionDecidedBy: text('exemption_decided_by'),
};
