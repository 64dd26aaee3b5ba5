import type { Permission } from '@reprise/contract/identity/permissions';
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

/** Screen or action of the admin. */
export type NavItem = {
  to: string;
  label: string;
  Icon: LucideIcon;
  needs: Permission;
  /** Synonyms for the search. */
  words?: string;
  /** Key pressed after `g`. */
  key?: string;
};

export const adminScreens: NavItem[] = [
  {
    to: '/admin',
    label: 'Dashboard',
    Icon: LayoutDashboard,
    needs: 'figures.read',
    words: 'figures sales home',
    key: 'd',
  },
  {
    to: '/admin/products',
    label: 'Products',
    Icon: Package,
    needs: 'catalog.manage',
    words: 'stock catalog',
    key: 'p',
  },
  { to: '/admin/categories', label: 'Categories', Icon: Tags, needs: 'catalog.manage', key: 'c' },
  {
    to: '/admin/orders',
    label: 'Orders',
    Icon: ClipboardList,
    needs: 'orders.read',
    words: 'ship',
    key: 'o',
  },
  {
    to: '/admin/users',
    label: 'Users',
    Icon: Users,
    needs: 'customers.read',
    words: 'customers accounts',
    key: 'u',
  },
  { to: '/admin/settings', label: 'Settings', Icon: Settings, needs: 'settings.manage', key: 's' },
  { to: '/admin/reviews', label: 'Reviews', Icon: Star, needs: 'reviews.moderate', key: 'r' },
  {
    to: '/admin/mailbox',
    label: 'Mailbox',
    Icon: Mail,
    needs: 'mails.manage',
    words: 'email sent',
    key: 'm',
  },
  {
    to: '/admin/audit',
    label: 'Audit log',
    Icon: ScrollText,
    needs: 'audit.read',
    words: 'history who changed',
    key: 'a',
  },
  {
    to: '/admin/imports',
    label: 'Imports',
    Icon: FileUp,
    needs: 'catalog.manage',
    words: 'csv file',
    key: 'i',
  },
  {
    to: '/admin/jobs',
    label: 'Failed jobs',
    Icon: Cog,
    needs: 'operations.manage',
    words: 'jobs failed queue',
    key: 'b',
  },
];

export const adminActions: NavItem[] = [
  {
    to: '/admin/products?add=product',
    label: 'Add product',
    Icon: Plus,
    needs: 'catalog.manage',
    words: 'new',
  },
  { to: '/admin/orders/new', label: 'New order', Icon: Plus, needs: 'orders.place', words: 'add phone' },
  { to: '/admin/users?add=user', label: 'Add user', Icon: Plus, needs: 'users.manage', words: 'new invite' },
  {
    to: '/admin/categories?add=category',
    label: 'Add category',
    Icon: Plus,
    needs: 'catalog.manage',
    words: 'new',
  },
  {
    to: '/admin/orders?status=processing',
    label: 'Orders to ship',
    Icon: Truck,
    needs: 'orders.pack',
    words: 'processing',
  },
  {
    to: '/admin/products?stock=low',
    label: 'Products low in stock',
    Icon: Boxes,
    needs: 'catalog.manage',
    words: 'reorder',
  },
  {
    to: '/admin/settings?tab=email',
    label: 'Mail settings and test mail',
    Icon: Mail,
    needs: 'settings.manage',
    words: 'smtp',
  },
  {
    to: '/admin/settings?tab=shipping',
    label: 'Shipping rates',
    Icon: Truck,
    needs: 'settings.manage',
    words: 'settings',
  },
  {
    to: '/admin/settings?tab=security',
    label: 'Security settings',
    Icon: ShieldCheck,
    needs: 'settings.manage',
    words: 'password two-factor',
  },
  {
    to: '/admin/settings?tab=appearance',
    label: 'Colors and dark mode',
    Icon: Palette,
    needs: 'settings.manage',
    words: 'settings appearance',
  },
];

type Can = (permission: Permission) => boolean;

/** Screens outside the navigation; listed before those whose path is a prefix of theirs. */
const unlistedScreens: [beginning: string, needs: Permission][] = [['/admin/orders/new', 'orders.place']];

/** Returns the permission that a screen requires; unknown paths require the owner's. */
export function permissionFor(pathname: string): Permission {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const inner = unlistedScreens.find(([beginning]) => path === beginning)?.[1];
  if (inner) return inner;
  const screen = adminScreens.find(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)));
  return screen?.needs ?? 'settings.manage';
}

/** Returns the first screen for a user; undefined if their roles permit none. */
export function firstScreenOf(can: Can): string | undefined {
  if (can('figures.read')) return '/admin';
  if (can('customers.read')) return '/admin/orders';
  if (can('orders.read')) return '/admin/orders?payment=paid&status=processing';
  return adminScreens.find(({ needs }) => can(needs))?.to;
}

/** Returns the URL that `n` opens on a screen, by the prefix of its path. */
export function createHrefFor(pathname: string, can: Can): string | undefined {
  const beginnings: [screen: string, to: string, needs: Permission][] = [
    ['/admin/products', '/admin/products?add=product', 'catalog.manage'],
    ['/admin/orders', '/admin/orders/new', 'orders.place'],
    ['/admin/users', '/admin/users?add=user', 'users.manage'],
    ['/admin/categories', '/admin/categories?add=category', 'catalog.manage'],
  ];
  return beginnings.find(([screen, , needs]) => pathname.startsWith(screen) && can(needs))?.[1];
}

/** Returns true when every typed word is a prefix of a word in the label or its synonyms. */
export function matchesWords(
  { label, words = '' }: Pick<NavItem, 'label' | 'words'>,
  typed: string,
): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/\s+/);
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.every((word) => known.some((candidate) => candidate.startsWith(word)));
}
