import { settingFields, settingNames, settingPath } from '../../foundations/settings/admin/setting-fields.ts';
import {
  ClipboardCheck,
  DatabaseBackup,
  FileText,
  Globe,
  KeyRound,
  Mail,
  Palette,
  ReceiptText,
  Settings,
  ShieldCheck,
  Smartphone,
  Store,
  Truck,
  Webhook,
} from '../../ui/icons/lucide.tsx';
import type { NavItem } from './nav-items.ts';

/** Settings that the command palette finds. */
export const settingsItems: NavItem[] = [
  {
    to: '/admin/settings?tab=pages',
    label: 'Texts of pages',
    Icon: FileText,
    needs: 'texts.manage',
    keywords: 'terms privacy returns warranty shipping cookies legal markdown',
  },
  {
    to: '/admin/settings?tab=introductions',
    label: 'Email introductions',
    Icon: Mail,
    needs: 'texts.manage',
    keywords: 'texts of emails greeting template settings',
  },
  {
    to: '/admin/settings?tab=feeds',
    label: 'Product feeds',
    Icon: Store,
    needs: 'settings.manage',
    keywords: 'google merchant meta facebook bing catalog settings',
  },
  {
    to: '/admin/settings?tab=devices',
    label: 'Device settings',
    Icon: Smartphone,
    needs: 'settings.manage',
    keywords: 'scan erasure wipe labor margin passport settings',
  },
  {
    to: '/admin/settings?tab=backups',
    label: 'Backups',
    Icon: DatabaseBackup,
    needs: 'settings.manage',
    keywords: 'back up restore download export settings',
  },
  {
    to: '/admin/settings?tab=tokens',
    label: 'API tokens',
    Icon: KeyRound,
    needs: 'tokens.manage',
    keywords: 'integration key bearer access settings',
  },
  {
    to: '/admin/settings?tab=webhooks',
    label: 'Webhooks',
    Icon: Webhook,
    needs: 'webhooks.manage',
    keywords: 'integration events notify address deliveries settings',
  },
  {
    to: '/admin/settings?tab=email',
    label: 'Mail settings and test mail',
    Icon: Mail,
    needs: 'settings.manage',
    keywords: 'smtp',
  },
  {
    to: '/admin/settings?tab=payment',
    label: 'Tax rate and invoice numbers',
    Icon: ReceiptText,
    needs: 'settings.manage',
    keywords: 'tax id vat prefix series settings payment',
  },
  {
    to: '/admin/settings?tab=shipping',
    label: 'Shipping rates',
    Icon: Truck,
    needs: 'settings.manage',
    keywords: 'settings',
  },
  {
    to: '/admin/settings?tab=zones',
    label: 'Shipping zones',
    Icon: Globe,
    needs: 'settings.manage',
    keywords: 'countries international abroad rates delivery collect counter pickup hours settings',
  },
  {
    to: '/admin/settings?tab=carrier',
    label: 'Shipping labels',
    Icon: Truck,
    needs: 'settings.manage',
    keywords: 'easypost carrier ups usps fedex postage sender weight box settings',
  },
  {
    to: '/admin/bench?view=grading',
    label: 'Grades and tests',
    Icon: ClipboardCheck,
    needs: 'grading.manage',
    keywords: 'grading standard checklist condition words settings',
  },
  {
    to: '/admin/settings?tab=security',
    label: 'Security settings',
    Icon: ShieldCheck,
    needs: 'settings.manage',
    keywords: 'password two-factor',
  },
  {
    to: '/admin/settings',
    label: 'Store address, time zone and maintenance',
    Icon: Settings,
    needs: 'settings.manage',
    keywords: 'name phone hours warranty close shop',
  },
  {
    to: '/admin/settings?tab=appearance',
    label: 'Logo, colors and dark mode',
    Icon: Palette,
    needs: 'settings.manage',
    keywords: 'settings appearance',
  },
];

/** Every field of the settings form, which the command palette finds once something is typed. */
export const settingFieldItems: NavItem[] = settingNames.map((name) => ({
  to: settingPath(name),
  label: settingFields[name].label,
  Icon: Settings,
  needs: 'settings.manage',
  keywords: `settings ${settingFields[name].part} ${settingFields[name].keywords ?? ''}`,
}));
