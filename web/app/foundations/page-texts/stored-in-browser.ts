/** Everything the shop stores in a browser, by purpose. Names that end in `*` are prefixes. */
export const storedInBrowser: { purpose: string; names: string[] }[] = [
  { purpose: 'Items in your cart', names: ['cart-storage'] },
  {
    purpose: 'Whose cart it is, and whether your account has its latest change',
    names: ['cart-owner', 'cart-unsent'],
  },
  { purpose: 'Your sign-in and account name', names: ['auth-token', 'auth-storage'] },
  { purpose: 'That this browser has signed in before', names: ['device-token'] },
  { purpose: 'Products on your wishlist', names: ['wishlist'] },
  { purpose: 'Products you compare', names: ['compare'] },
  { purpose: 'Recently viewed products', names: ['recently-viewed'] },
  { purpose: 'Alerts you set without an account, without your email', names: ['guest-alerts'] },
  { purpose: 'An order while it is being confirmed', names: ['checkout-outbox'] },
  {
    purpose: 'What you typed at checkout, without card data, until you close the tab',
    names: ['checkout-draft', 'checkout-code', 'ship-to'],
  },
  { purpose: 'What you typed about a return, until you send it or close the tab', names: ['return-draft'] },
  { purpose: 'Your latest order, until you close the tab', names: ['order-confirmation', 'order-totals'] },
  { purpose: 'The token of an emailed payment link, until you close the tab', names: ['order-token'] },
  { purpose: 'Where you started to pay, until you are back from the payment page', names: ['payment-place'] },
  {
    purpose: 'The token of an emailed confirmation link, until you close the tab',
    names: ['verify-email-token'],
  },
  {
    purpose: 'Your searches with a random number each, until you close the tab',
    names: ['recent-searches'],
  },
  {
    purpose: 'How far you scrolled on each page, until you close the tab',
    names: ['react-router-scroll-positions'],
  },
  { purpose: 'The page you wanted when the connection was lost', names: ['offline-target'] },
  { purpose: 'The cart page and the shop’s scripts and styles, for use offline', names: ['reprise-*'] },
  { purpose: 'Columns and views of lists, for administrators', names: ['table-preferences'] },
  { purpose: 'Whether shortcuts of a single key are off, for administrators', names: ['single-keys-off'] },
  { purpose: 'A device test under way, for staff, until you close the tab', names: ['unit-test'] },
  { purpose: 'The lot you received devices into last, for staff', names: ['receive-lot'] },
  { purpose: 'The order in which you scan the numbers of a model, for staff', names: ['receive-habits'] },
  {
    purpose: 'The paper of the label printer, and whether it prints what is received, for staff',
    names: ['label-paper', 'print-labels'],
  },
  { purpose: 'The carrier of the parcels shipped last, for administrators', names: ['last-carrier'] },
  {
    purpose: 'The time of the last input, for the idle timeout of administrators',
    names: ['last-input-at'],
  },
];
