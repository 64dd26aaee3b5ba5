import { z } from 'zod';
import { countries } from '../../../countries.ts';
import { endpoints } from '../../../endpoint.ts';
import { requireParts } from '../../../foundations/required-parts.ts';
import { requiredText, text } from '../../../wire.ts';
import { packaging } from './parcel.ts';

const place = z.object({
  name: requiredText(100, 'Enter the name of the sender'),
  street: requiredText(200, 'Enter the street'),
  street2: text(200),
  city: text(100),
  state: text(100),
  zipCode: text(20),
  country: z.enum(countries, 'Choose a country'),
});

/** Address that parcels are sent from, printed on their labels. */
export const senderInput = place
  .extend({ phone: requiredText(40, 'Enter a phone number, which carriers ask for') })
  .superRefine(requireParts)
  .meta({ id: 'Sender' });
export type Sender = z.output<typeof senderInput>;

/** Address that returns are sent to. */
export const returnAddress = place
  .extend({ phone: text(40) })
  .superRefine(requireParts)
  .meta({ id: 'ReturnAddress' });
export type ReturnAddress = z.output<typeof returnAddress>;

/** Account at EasyPost, which buys labels of carriers; never contains its key. */
export const carrierAccount = z
  .object({
    /** `adapter` is CARRIER_ADAPTER, which takes the place of EasyPost; `unreadable` if APP_SECRET has changed since. */
    source: z.enum(['adapter', 'settings', 'unreadable', 'none']),
    /** True for a test key: its labels are not valid. Null without a key. */
    isTest: z.boolean().nullable(),
    /** First and last characters of the key; null without one. */
    keyHint: z.string().nullable(),
    /** False if EasyPost cannot reach the shop, which has no public address: parcels are not followed. */
    followsParcels: z.boolean(),
    sender: senderInput.nullable(),
    packaging: packaging.nullable(),
  })
  .meta({ id: 'CarrierAccount' });
export type CarrierAccount = z.output<typeof carrierAccount>;

export const carrierAccountInput = z
  .object({
    /** Omitted to keep the stored one. */
    apiKey: text(200)
      .regex(/^EZ[AT]K[A-Za-z0-9]{10,}$/, 'Paste the API key of EasyPost, which starts with EZAK or EZTK')
      .optional(),
    sender: senderInput,
    packaging,
  })
  .meta({ id: 'CarrierAccountInput' });
export type CarrierAccountInput = z.output<typeof carrierAccountInput>;

export const carrierAccountEndpoints = endpoints({
  getCarrierAccount: {
    method: 'GET',
    path: '/shipping/account',
    summary: 'Account that buys shipping labels, the sender and the packaging',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ account: carrierAccount }),
  },
  setCarrierAccount: {
    method: 'PUT',
    path: '/shipping/account',
    summary: 'Check the key and the address of the sender at EasyPost and store them; the key is encrypted',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'message',
    stepUp: true,
    body: carrierAccountInput,
    response: z.object({ account: carrierAccount }),
    message: 'Saved. Labels can be bought on the packing table.',
  },
  removeCarrierAccount: {
    method: 'DELETE',
    path: '/shipping/account',
    summary: 'Remove the account; labels that were bought stay valid',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    stepUp: true,
    response: z.object({ account: carrierAccount }),
    message: 'Removed. Tracking numbers are entered by hand again.',
  },
});
