import { z } from 'zod';
import { checkKinds } from '../../catalog/grading/device-checks.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { isoDateTime } from '../../wire.ts';

/** Devices that a buyer may choose of one product. */
export const maxChosenUnits = 10;

/** Devices on sale that the product page offers to choose from. */
export const maxOfferedUnits = 24;

/** Photos shown of each device. */
export const maxChoicePhotos = 8;

export const devicePhoto = z
  .object({
    url: z.string(),
    /** Side or part that it shows: "Back". */
    label: z.string(),
    /** Words of the shop; '' without any. */
    words: z.string(),
    /** Names of the marks on it: "Scratch near the camera". */
    marks: z.array(z.string()),
  })
  .meta({ id: 'DevicePhoto' });
export type DevicePhoto = z.output<typeof devicePhoto>;

/** A device on sale as a buyer sees it before the purchase: neither identifiers nor costs. */
export const deviceChoice = z
  .object({
    /** Unit number, as on its label. */
    number: z.string(),
    /** Battery health in percent; null if it cannot be read. */
    battery: z.number().int().nullable(),
    /** Charge cycles of the battery; null if they cannot be read. */
    cycles: z.number().int().nullable(),
    /** Wear per surface in the words of the grade standard. */
    wear: z.array(z.object({ surface: z.string(), words: z.string() })),
    /** Words of the shop about this device; '' without any. */
    note: z.string(),
    photos: z.array(devicePhoto),
    /** Checks that found something that its buyer should know. */
    flags: z.array(z.enum(checkKinds)),
    /** Time of its last test; null if it was put on sale without one. */
    testedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'DeviceChoice' });
export type DeviceChoice = z.output<typeof deviceChoice>;

export const deviceChoiceEndpoints = endpoints({
  listDeviceChoices: {
    method: 'GET',
    path: '/products/:id/units',
    summary: `Devices on sale of a product that a buyer can choose from, the best battery first, at most ${maxOfferedUnits}`,
    access: 'public',
    rate: 'read',
    params: idParams,
    response: z.object({
      /** Product id. */
      product: z.string(),
      devices: z.array(deviceChoice),
    }),
  },
});
