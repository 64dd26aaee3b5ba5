import type { Permission } from '@reprise/contract/permissions';
import type { LucideIcon } from '../../ui/icons/icon.tsx';
import {
  Boxes,
  ClipboardList,
  Cog,
  Container,
  FileUp,
  History,
  Layers,
  LayoutDashboard,
  Mail,
  MessagesSquare,
  Package,
  PackageCheck,
  Plus,
  ReceiptText,
  RotateCcw,
  ScanBarcode,
  ScrollText,
  Settings,
  Smartphone,
  Star,
  Store,
  Tag,
  Tags,
  TextSearch,
  Truck,
  UserRound,
  Users,
  Wrench,
} from '../../ui/icons/lucide.tsx';
import { settingsItems } from './settings-items.ts';

/** Screen or action of the admin. */
export type NavItem = {
  to: string;
  label: string;
  Icon: LucideIcon;
  needs: Permission;
  /** More words that the search finds. */
  keywords?: string;
  /** Key pressed after `g`. */
  key?: string;
};

export const adminScreens: NavItem[] = [
  {
    to: '/admin',
    label: 'Dashboard',
    Icon: LayoutDashboard,
    needs: 'figures.read',
    keywords: 'stats sales home',
    key: 'd',
  },
  {
    to: '/admin/products',
    label: 'Products',
    Icon: Package,
    needs: 'catalog.manage',
    keywords: 'stock catalog',
    key: 'p',
  },
  { to: '/admin/categories', label: 'Categories', Icon: Tags, needs: 'catalog.manage', key: 'c' },
  {
    to: '/admin/families',
    label: 'Families',
    Icon: Layers,
    needs: 'catalog.manage',
    keywords: 'models configurations variants options merge split',
    key: 'y',
  },
  {
    to: '/admin/orders',
    label: 'Orders',
    Icon: ClipboardList,
    needs: 'orders.read',
    keywords: 'ship',
    key: 'o',
  },
  { to: '/admin/returns', label: 'Returns', Icon: RotateCcw, needs: 'returns.handle', key: 'g' },
  {
    to: '/admin/messages',
    label: 'Messages',
    Icon: MessagesSquare,
    needs: 'messages.answer',
    keywords: 'conversations support contact answer reply customers',
    key: 'q',
  },
  {
    to: '/admin/invoices',
    label: 'Invoices',
    Icon: ReceiptText,
    needs: 'invoices.read',
    keywords: 'credit notes bookkeeper tax export numbers',
    key: 'n',
  },
  {
    to: '/admin/channels',
    label: 'Sales channels',
    Icon: Store,
    needs: 'channels.manage',
    keywords: 'ebay back market marketplace listings oversell',
    key: 'z',
  },
  {
    to: '/admin/past-orders',
    label: 'Past orders',
    Icon: History,
    needs: 'customers.read',
    keywords: 'history other shop shopify woocommerce import',
    key: 'h',
  },
  {
    to: '/admin/users/import',
    label: 'Import customers',
    Icon: FileUp,
    needs: 'users.manage',
    keywords: 'other shop shopify woocommerce',
    key: 'j',
  },
  {
    to: '/admin/discounts',
    label: 'Discounts',
    Icon: Tag,
    needs: 'discounts.manage',
    keywords: 'codes coupons promotions sale',
    key: 'x',
  },
  {
    to: '/admin/units',
    label: 'Devices',
    Icon: Smartphone,
    needs: 'units.read',
    keywords: 'units serial imei bench stock-take count inventory',
    key: 'v',
  },
  {
    to: '/admin/receive',
    label: 'Receive',
    Icon: ScanBarcode,
    needs: 'units.receive',
    keywords: 'scan device intake',
    key: 'e',
  },
  {
    to: '/admin/lots',
    label: 'Lots',
    Icon: Container,
    needs: 'lots.manage',
    keywords: 'suppliers manifests purchase costs freight import csv',
    key: 'l',
  },
  {
    to: '/admin/bench',
    label: 'Bench',
    Icon: Wrench,
    needs: 'units.bench',
    keywords: 'test grade erase wipe repair quarantine workshop',
    key: 'w',
  },
  {
    to: '/admin/pack',
    label: 'Pack',
    Icon: PackageCheck,
    needs: 'orders.pack',
    keywords: 'ship scan parcel pick list',
    key: 'k',
  },
  {
    to: '/admin/customers',
    label: 'Customers',
    Icon: UserRound,
    needs: 'customers.read',
    keywords: 'buyers guests people addresses',
    key: 't',
  },
  {
    to: '/admin/users',
    label: 'Users',
    Icon: Users,
    needs: 'customers.read',
    keywords: 'accounts staff',
    key: 'u',
  },
  { to: '/admin/settings', label: 'Settings', Icon: Settings, needs: 'settings.manage', key: 's' },
  { to: '/admin/reviews', label: 'Reviews', Icon: Star, needs: 'reviews.moderate', key: 'r' },
  {
    to: '/admin/search',
    label: 'Search',
    Icon: TextSearch,
    needs: 'catalog.manage',
    keywords: 'report queries words',
    key: 'f',
  },
  {
    to: '/admin/mailbox',
    label: 'Mailbox',
    Icon: Mail,
    needs: 'mails.manage',
    keywords: 'email sent',
    key: 'm',
  },
  {
    to: '/admin/audit',
    label: 'Audit log',
    Icon: ScrollText,
    needs: 'audit.read',
    keywords: 'history who changed',
    key: 'a',
  },
  {
    to: '/admin/imports',
    label: 'Imports',
    Icon: FileUp,
    needs: 'catalog.manage',
    keywords: 'csv file',
    key: 'i',
  },
  {
    to: '/admin/jobs',
    label: 'Failed tasks',
    Icon: Cog,
    needs: 'operations.manage',
    keywords: 'jobs failed queue background emails refunds',
    key: 'b',
  },
];

export const adminActions: NavItem[] = [
  {
    to: '/admin/products?add=product',
    label: 'Add product',
    Icon: Plus,
    needs: 'catalog.manage',
    keywords: 'new',
  },
  { to: '/admin/orders/new', label: 'New order', Icon: Plus, needs: 'orders.place', keywords: 'add phone' },
  {
    to: '/admin/users?add=user',
    label: 'Add user',
    Icon: Plus,
    needs: 'users.manage',
    keywords: 'new invite',
  },
  {
    to: '/admin/categories?add=category',
    label: 'Add category',
    Icon: Plus,
    needs: 'catalog.manage',
    keywords: 'new',
  },
  {
    to: '/admin/search/synonyms',
    label: 'Synonyms',
    Icon: TextSearch,
    needs: 'catalog.manage',
    keywords: 'search words',
  },
  {
    to: '/admin/search/synonyms?add=synonym',
    label: 'Add synonyms',
    Icon: Plus,
    needs: 'catalog.manage',
    keywords: 'new search words',
  },
  {
    to: '/admin/orders?status=processing',
    label: 'Orders to ship',
    Icon: Truck,
    needs: 'orders.pack',
    keywords: 'processing',
  },
  {
    to: '/admin/products?stock=low',
    label: 'Products low in stock',
    Icon: Boxes,
    needs: 'catalog.manage',
    keywords: 'reorder',
  },
  {
    to: '/admin/products?view=changes',
    label: 'Changes of products',
    Icon: History,
    needs: 'catalog.manage',
    keywords: 'undo bulk edit prices history',
  },
  {
    to: '/admin/first-day',
    label: 'First day',
    Icon: ClipboardList,
    needs: 'settings.manage',
    keywords: 'setup checklist start',
  },
  ...settingsItems,
  {
    to: '/admin/discounts?add=code',
    label: 'Add discount code',
    Icon: Plus,
    needs: 'discounts.manage',
    keywords: 'new',
  },
];

type Can = (permission: Permission) => boolean;

/** Screens outside the navigation; listed before those whose path is a prefix of theirs. */
const unlistedScreens: [path: RegExp, needs: Permission][] = [
  [/^\/admin\/orders\/(new$|drafts(\/|$))/, 'orders.place'],
  [/^\/admin\/orders\/[^/]+\/edit$/, 'orders.edit'],
];

/** Returns the permission that a screen requires; unknown paths require the owner's. */
export function permissionFor(pathname: string): Permission {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const permission = unlistedScreens.find(([pattern]) => pattern.test(path))?.[1];
  if (permission) return permission;
  const screen = adminScreens.find(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)));
  return screen?.needs ?? 'settings.manage';
}

/** Returns the first screen for a user; undefined if their roles permit none. */
export function firstScreenOf(can: Can): string | undefined {
  if (can('figures.read')) return '/admin';
  if (can('customers.read')) return '/admin/orders';
  if (can('orders.read')) return '/admin/orders?payment=paid-or-partly-refunded&status=processing';
  return adminScreens.find(({ needs }) => can(needs))?.to;
}

/** Returns the URL that `n` opens on a screen, by the prefix of its path. */
export function createHrefFor(pathname: string, can: Can): string | undefined {
  const prefixes: [screen: string, to: string, needs: Permission][] = [
    ['/admin/products', '/admin/products?add=product', 'catalog.manage'],
    ['/admin/orders', '/admin/orders/new', 'orders.place'],
    ['/admin/users', '/admin/users?add=user', 'users.manage'],
    ['/admin/categories', '/admin/categories?add=category', 'catalog.manage'],
    ['/admin/search', '/admin/search/synonyms?add=synonym', 'catalog.manage'],
  ];
  return prefixes.find(([screen, , needs]) => pathname.startsWith(screen) && can(needs))?.[1];
}

/** Returns true when every typed word is a prefix of a word in the label or its keywords. */
export function matchesWords(
  { label, keywords = '' }: Pick<NavItem, 'label' | 'keywords'>,
  typed: string,
): boolean {
  const known = `${label} ${keywords}`.toLowerCase().split(/\s+/);
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return typedWords.every((word) => known.some((candidate) => candidate.startsWith(word)));
}
