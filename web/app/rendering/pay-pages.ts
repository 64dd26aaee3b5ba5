/** Returns true for pages that take payments: only their policy permits the payment processor's script. */
export function takesPayments(pathname: string): boolean {
  return /^\/(checkout|orders\/[^/]+)\/?$/.test(pathname);
}
