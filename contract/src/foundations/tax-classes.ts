/** Tax class of a product: the standard rate of a place, its reduced one, or no tax. */
export const taxClasses = ['standard', 'reduced', 'none'] as const;
export type TaxClass = (typeof taxClasses)[number];

export const taxClassLabels: Record<TaxClass, string> = {
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  none: 'No tax',
};

/**
 * Tax on shipping: `taxed` at the highest rate of the items, `untaxed`, or `automatic`: taxed where prices include the
 * tax, else untaxed.
 */
export const shippingTaxes = ['automatic', 'taxed', 'untaxed'] as const;
export type ShippingTax = (typeof shippingTaxes)[number];
