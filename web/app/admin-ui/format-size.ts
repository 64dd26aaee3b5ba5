import { formatTenths } from '@reprise/contract/formats';

/** Returns "0.4 MB", or gigabytes from 1,000 MB on. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1000 ? `${formatTenths(megabytes)} MB` : `${formatTenths(megabytes / 1024)} GB`;
}
