import type { TaxClass } from '@reprise/contract/foundations/tax-classes';
import type { Cents } from '@reprise/contract/money';
import type { AppliedDiscount } from '@reprise/contract/sales/discounts/discounts';
import type { DiscountTerms, ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { email as emailAddress } from '@reprise/contract/wire';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../api/error-message.ts';
import { readCode, storeCode } from '../checkout-draft.ts';
import type { CheckoutProblem } from '../use-place-order.ts';

type DiscountedLine = {
  product: { id: string; price: Cents; taxClass?: TaxClass | undefined };
  quantity: number;
};

/** Facts that decide whether a code can be used; the email may be incomplete. */
type Purchase = {
  lines: DiscountedLine[];
  shippingMethod: ShippingMethod;
  email: string;
  replaces: string | undefined;
};

/** The discount code of a checkout: applied by the shop, and checked again when the order is placed. */
export function useDiscount() {
  const [applied, setApplied] = useState<AppliedDiscount | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isApplying, setApplying] = useState(false);

  async function apply(code: string, { lines, shippingMethod, email, replaces }: Purchase): Promise<void> {
    setApplying(true);
    setError(null);
    try {
      const items = lines.map(({ product, quantity }) => ({ product: product.id, quantity }));
      const guest = emailAddress.safeParse(email);
      const body = {
        code,
        items,
        shippingMethod,
        ...(guest.success && { email: guest.data }),
        ...(replaces && { replaces }),
      };
      setApplied((await api.quoteDiscount({ body })).discount);
    } catch (failure) {
      setError(codeErrorOf(failure) ?? messageOf(failure, noResponse('retry')));
    } finally {
      setApplying(false);
    }
  }

  return {
    applied,
    error,
    isApplying,
    terms: applied ? termsOf(applied) : undefined,
    apply,
    remove: () => {
      storeCode(null);
      setApplied(null);
      setError(null);
    },
    /** Takes a refusal of the code from a placed order; returns false for another problem. */
    takeRefusal: ({ stage, problem }: CheckoutProblem): boolean => {
      const refusal = stage === 'order' && problem.errors?.some(({ field }) => field === 'discountCode');
      if (!refusal) return false;
      storeCode(null);
      setApplied(null);
      setError(codeErrorOf(problem) ?? problem.message);
      return true;
    },
  };
}

/** Applies the code of an earlier visit of this tab once the cart is known, and stores each change. */
export function useStoredCode(
  { applied, apply }: ReturnType<typeof useDiscount>,
  isReady: boolean,
  purchase: () => Purchase,
): void {
  const [wasRestored, setRestored] = useState(false);
  const restore = useEffectEvent(() => {
    setRestored(true);
    const code = readCode();
    if (code !== null) void apply(code, purchase());
  });
  useEffect(() => {
    if (isReady && !wasRestored) restore();
  }, [isReady, wasRestored]);
  const code = applied?.code ?? null;
  useEffect(() => {
    if (code !== null) storeCode(code);
  }, [code]);
}

/** Returns what the shop says about the code itself. */
function codeErrorOf(error: unknown): string | undefined {
  const codeError = fieldErrorsOf(error).find(({ field }) => field === 'discountCode' || field === 'code');
  return codeError?.message;
}

function termsOf({ type, amount, percent }: AppliedDiscount): DiscountTerms | undefined {
  if (type === 'amount') return amount === null ? undefined : { type, amount };
  if (type === 'percent') return percent === null ? undefined : { type, percent };
  return { type };
}

/** Returns the lines in the shape that `quote()` takes, with those that the code is for. */
export function discountedLines(lines: DiscountedLine[], applied: AppliedDiscount | null) {
  return lines.map(({ product, quantity }) => ({
    price: product.price,
    taxClass: product.taxClass,
    quantity,
    isDiscountable: applied?.products.includes(product.id) ?? true,
  }));
}
