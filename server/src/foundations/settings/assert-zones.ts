import type { Settings, SettingsInput } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';

type Zones = Pick<Settings, 'shippingZones' | 'shipTo'>;

/** Throws for zones with one name, a country in two of them and a country that the store does not ship to. */
export function assertZones(before: Zones, changes: SettingsInput): void {
  if (changes.shippingZones === undefined && changes.shipTo === undefined) return;
  const { shippingZones = before.shippingZones, shipTo = before.shipTo } = changes;
  const names = new Set<string>();
  const zones = new Map<string, string>();
  for (const { name, countries } of shippingZones) {
    if (names.has(name.toLowerCase())) throw refusal('shippingZones', `There are two zones named ${name}.`);
    names.add(name.toLowerCase());
    for (const country of countries) {
      const other = zones.get(country);
      if (other !== undefined)
        throw refusal('shippingZones', `${country} is in the zones ${other} and ${name}. Leave it in one.`);
      zones.set(country, name);
    }
  }
  for (const [country, name] of zones) {
    if (shipTo.some((one) => one === country)) continue;
    throw changes.shippingZones === undefined
      ? refusal('shipTo', `${country} is in the zone ${name}. Remove it there first.`)
      : refusal('shippingZones', `You do not ship to ${country}. Add it to the countries first.`);
  }
}

function refusal(field: 'shippingZones' | 'shipTo', message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
