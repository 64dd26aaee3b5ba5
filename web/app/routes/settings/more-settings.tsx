import { Link } from 'react-router';
import type { LucideIcon } from '../../ui/icons/icon.tsx';
import {
  ClipboardCheck,
  DatabaseBackup,
  FileText,
  Globe,
  KeyRound,
  Mail,
  RotateCcw,
  Smartphone,
  Store,
  Truck,
  Webhook,
} from '../../ui/icons/lucide.tsx';

type MoreSetting = { to: string; label: string; hint: string; Icon: LucideIcon };

const moreSettings: MoreSetting[] = [
  {
    to: '/admin/settings?tab=devices',
    label: 'Device settings',
    hint: 'Scans, erasures, labor, margin, passports',
    Icon: Smartphone,
  },
  {
    to: '/admin/bench?view=grading',
    label: 'Grades and tests',
    hint: 'The words of each grade and its checklist',
    Icon: ClipboardCheck,
  },
  {
    to: '/admin/settings?tab=zones',
    label: 'Shipping zones',
    hint: 'Rates of some countries, collecting at the counter',
    Icon: Globe,
  },
  {
    to: '/admin/settings?tab=carrier',
    label: 'Shipping labels',
    hint: 'Account, sender and usual box',
    Icon: Truck,
  },
  {
    to: '/admin/settings?tab=returns',
    label: 'Returns',
    hint: 'What is taken back, and at whose cost',
    Icon: RotateCcw,
  },
  {
    to: '/admin/settings?tab=pages',
    label: 'Pages',
    hint: 'Terms, privacy, returns and more',
    Icon: FileText,
  },
  {
    to: '/admin/settings?tab=introductions',
    label: 'Email introductions',
    hint: 'Your words at the top of each email',
    Icon: Mail,
  },
  {
    to: '/admin/settings?tab=feeds',
    label: 'Product feeds',
    hint: 'For Google, Meta and Bing',
    Icon: Store,
  },
  {
    to: '/admin/settings?tab=backups',
    label: 'Backups',
    hint: 'The whole shop in one encrypted file',
    Icon: DatabaseBackup,
  },
  {
    to: '/admin/settings?tab=tokens',
    label: 'API tokens',
    hint: 'Access for other programs',
    Icon: KeyRound,
  },
  {
    to: '/admin/settings?tab=webhooks',
    label: 'Webhooks',
    hint: 'Events sent to other programs',
    Icon: Webhook,
  },
];

/** Links to the settings that have a screen of their own. */
export function MoreSettings() {
  return (
    <nav aria-label="More settings" className="max-w-lg max-xl:mt-6 xl:sticky xl:top-5">
      <h2 className="mb-2 font-semibold text-base">More settings</h2>
      <ul className="divide-y divide-line rounded-tile border border-line bg-raised">
        {moreSettings.map(({ to, label, hint, Icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-11 items-center gap-3 px-4 py-2.5 text-sm hover:bg-sunken">
              <Icon className="size-4 shrink-0 text-ink-muted" strokeWidth={1.75} aria-hidden="true" />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-ink-muted text-xs">{hint}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
