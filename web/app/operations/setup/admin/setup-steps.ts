import type { SetupStep } from '@reprise/contract/operations/setup';

/** Title, reason and place of each step of the checklist. `keep` is the label that skips it. */
export const setupTexts: Record<
  SetupStep,
  {
    title: string;
    text: string;
    to: string;
    action: string;
    /** Another way to do the step. */
    other?: { to: string; action: string };
    keep: string;
  }
> = {
  store: {
    title: 'Name, email, phone and address',
    text: 'Until you save yours, pages and emails leave phone and address out.',
    to: '/admin/settings?tab=general',
    action: 'Open settings',
    keep: 'Skip',
  },
  hours: {
    title: 'Support hours and time zone',
    text: 'Shoppers see the hours; days of lists and figures begin at midnight in the time zone.',
    to: '/admin/settings?tab=general',
    action: 'Open settings',
    keep: 'Keep UTC and no hours',
  },
  currency: {
    title: 'Currency',
    text: 'Choose it before the first product: then it is fixed. Another one than US dollars empties rates and limits.',
    to: '/admin/settings?tab=general&field=currency',
    action: 'Choose currency',
    keep: 'Keep US dollars',
  },
  tax: {
    title: 'Tax rate',
    text: 'A new store charges 8%.',
    to: '/admin/settings?tab=payment',
    action: 'Open settings',
    keep: 'Keep 8%',
  },
  shipping: {
    title: 'Shipping rates',
    text: 'A new store that sells in US dollars charges $9.99 for standard and $19.99 for express; above $50, standard is free.',
    to: '/admin/settings?tab=shipping',
    action: 'Open settings',
    keep: 'Keep these rates',
  },
  payment: {
    title: 'Card payments',
    text: 'Enter your Stripe keys. Test mode, on the same page, takes test cards until then.',
    to: '/admin/settings?tab=payment',
    action: 'Enter keys',
    keep: 'Later',
  },
  mail: {
    title: 'Mail server',
    text: 'Without one, emails stay in the mailbox here and reach nobody.',
    to: '/admin/settings?tab=email',
    action: 'Set it up',
    keep: 'Later',
  },
  product: {
    title: 'A product',
    text: 'Add one with its category, import a file, or receive a device and sell it from there.',
    to: '/admin/products?add=product',
    action: 'Add product',
    other: { to: '/admin/receive', action: 'Receive your first device' },
    keep: 'Skip',
  },
  order: {
    title: 'A test order',
    text: 'Buy something in your store as a customer would, with a test card while test mode is on.',
    to: '/products',
    action: 'Go to the store',
    keep: 'Skip',
  },
  open: {
    title: 'Open your store',
    text: 'Until then, visitors read “Opening soon”.',
    to: '/admin/first-day',
    action: 'Open the store…',
    keep: 'Later',
  },
};
