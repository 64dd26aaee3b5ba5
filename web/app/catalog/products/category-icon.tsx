import type { LucideIcon } from '../../ui/icons/icon.tsx';
import { Gamepad2, Headphones, Laptop, Package, Smartphone, Tablet, Watch } from '../../ui/icons/lucide.tsx';

const icons: Record<string, LucideIcon> = {
  Smartphones: Smartphone,
  Laptops: Laptop,
  'Audio & Headphones': Headphones,
  'Smart Watches': Watch,
  'Gaming Consoles': Gamepad2,
  Tablets: Tablet,
};

/** Icon of a category; categories without one get a package. */
export function CategoryIcon({ name, className }: { name: string; className: string }) {
  const Icon = icons[name] ?? Package;
  return <Icon className={className} strokeWidth={1.5} aria-hidden="true" />;
}
