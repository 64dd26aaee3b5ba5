import type { Environment } from '../../platform/environment.ts';

/** Returns the hosts whose passports are those of this shop. */
export const shopHosts = ({ publicUrl }: Pick<Environment, 'publicUrl'>): string[] => [
  new URL(publicUrl).host,
];
