import { browserStorage } from '../../../../browser/browser-storage.ts';

const name = 'last-carrier';
const maxLength = 60;

/** Returns the carrier of the parcels shipped last in this browser; empty before the first. */
export function readLastCarrier(): string {
  const carrier = browserStorage().getItem(name);
  return typeof carrier === 'string' ? carrier.slice(0, maxLength) : '';
}

export function rememberCarrier(carrier: string): void {
  if (carrier.trim() !== '') browserStorage().setItem(name, carrier.trim());
}
