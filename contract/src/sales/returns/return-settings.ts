import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { seenVersion, text, unknownFields } from '../../wire.ts';
import { returnAddress } from '../orders/shipping/carrier-account.ts';

const whole = (min: number, max: number) => {
  const error = `Enter a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
};

const days = z.object({
  /** Days that a customer has to send an approved parcel. */
  sendDays: whole(1, 90),
  /** Days beyond them for parcels that are on the way. */
  graceDays: whole(0, 60),
  /** Business days in which the store approves a request or decides on a parcel. */
  answerDays: whole(1, 30),
});
export type ReturnDays = z.output<typeof days>;

/** Days of a store whose owner has changed none. */
export const defaultReturnDays: ReturnDays = { sendDays: 14, graceDays: 7, answerDays: 2 };

export const returnSettings = days
  .extend({
    /** Address that returns are sent to; null for the address of the store. */
    address: returnAddress.nullable(),
    /** Steps before a device is sent, one a line; '' for the usual ones. */
    instructions: z.string(),
    /** Customers of the European Union and the United Kingdom withdraw without staff. */
    withdrawal: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'ReturnSettings' });
export type ReturnSettings = z.output<typeof returnSettings>;

export const returnSettingsInput = z
  .strictObject(
    {
      ...days.shape,
      address: returnAddress.nullable(),
      instructions: text(2000),
      withdrawal: z.boolean('Choose whether customers can withdraw').default(true),
      version: seenVersion,
    },
    unknownFields,
  )
  .meta({ id: 'ReturnSettingsInput' });
export type ReturnSettingsInput = z.output<typeof returnSettingsInput>;

export const returnSettingsEndpoints = endpoints({
  getReturnSettings: {
    method: 'GET',
    path: '/returns/settings',
    summary: 'Days, address and instructions of returns',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ settings: returnSettings }),
  },
  updateReturnSettings: {
    method: 'PUT',
    path: '/returns/settings',
    summary: 'Change the days, the address and the instructions; open returns keep their days',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    body: returnSettingsInput,
    response: z.object({ settings: returnSettings }),
    message: 'Saved. New returns follow it.',
  },
});
