import {
  Boxes,
  ClipboardList,
  Cog,
  FileUp,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Package,
  Palette,
  Plus,
  ScrollText,
  Settings,
  ShieldCheck,
  Star,
  Tags,
  Truck,
  Users,
} from 'lucide-react';

/** A screen of the back office, or something to do there. */
export type AdminPlace = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Other words people look for. */
  words?: string;
  /** Pressed after `g`. */
  key?: string;
};

export const adminScreens: AdminPlace[] = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard, words: 'figures sales home', key: 'd' },
  { to: '/admin/products', label: 'Products', Icon: Package, words: 'stock catalogue', key: 'p' },
  { to: '/admin/categories', label: 'Categories', Icon: Tags, key: 'c' },
  { to: '/admin/orders', label: 'Orders', Icon: ClipboardList, words: 'ship', key: 'o' },
  { to: '/admin/users', label: 'Users', Icon: Users, words: 'customers accounts', key: 'u' },
  { to: '/admin/settings', label: 'Settings', Icon: Settings, key: 's' },
  { to: '/admin/reviews', label: 'Reviews', Icon: Star, key: 'r' },
  { to: '/admin/mailbox', label: 'Mailbox', Icon: Mail, words: 'email sent', key: 'm' },
  { to: '/admin/audit', label: 'Audit log', Icon: ScrollText, words: 'history who changed', key: 'a' },
  { to: '/admin/imports', label: 'Imports', Icon: FileUp, words: 'csv file', key: 'i' },
  { to: '/admin/jobs', label: 'Background work', Icon: Cog, words: 'jobs failed queue', key: 'b' },
];

export const adminActions: AdminPlace[] = [
  { to: '/admin/products?add=product', label: 'Add product', Icon: Plus, words: 'new' },
  { to: '/admin/orders/new', label: 'New order', Icon: Plus, words: 'add phone' },
  { to: '/admin/users?add=user', label: 'Add user', Icon: Plus, words: 'new invite' },
  { to: '/admin/categories?add=category', label: 'Add category', Icon: Plus, words: 'new' },
  { to: '/admin/orders?status=processing', label: 'Orders to ship', Icon: Truck, words: 'processing' },
  { to: '/admin/products?stock=low', label: 'Products low in stock', Icon: Boxes, words: 'reorder' },
  { to: '/admin/settings?tab=email', label: 'Mail settings and test mail', Icon: Mail, words: 'smtp' },
  { to: '/admin/settings?tab=shipping', label: 'Shipping rates', Icon: Truck, words: 'settings' },
  {
    to: '/admin/settings?tab=security',
    label: 'Security settings',
    Icon: ShieldCheck,
    words: 'password two-factor',
  },
  {
    to: '/admin/settings?tab=appearance',
    label: 'Colors and dark mode',
    Icon: Palette,
    words: 'settings appearance',
  },
];

/** What `n` begins on a screen, by the beginning of its address. */
export function newThingOn(pathname: string): string | undefined {
  const beginnings: [string, string][] = [
    ['/admin/products', '/admin/products?add=product'],
    ['/admin/orders', '/admin/orders/new'],
    ['/admin/users', '/admin/users?add=user'],
    ['/admin/categories', '/admin/categories?add=category'],
  ];
  return beginnings.find(([screen]) => pathname.startsWith(screen))?.[1];
}

/** Whether every word typed begins somewhere in the label or its other words. */
export function matchesWords(
  { label, words = '' }: Pick<AdminPlace, 'label' | 'words'>,
  typed: string,
): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/\s+/);
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.every((word) => known.some((each) => each.startsWith(word)));
}
