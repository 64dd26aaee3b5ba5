/** The pages on which a card is charged: only their policy lets the payment processor's script in. */
export function takesPayments(pathname: string): boolean {
  return /^\/(checkout|orders\/[^/]+)\/?$/.test(pathname);
}
