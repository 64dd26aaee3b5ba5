import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { requiredText } from '../../wire.ts';
import { maxCodeLength } from '../../workshop/codes/read-code.ts';
import { captureMethods, placeName, unit } from '../../workshop/units/unit.ts';

/**
 * End of an arrival. `returned`: its money was given back before, or its order was cancelled, so
 * that it is the shop's. `in-hand`: it waits for a refund or for the way back to its buyer.
 */
export const arrivalOutcomes = ['returned', 'in-hand'] as const;

export const arrivedDevice = z
  .object({
    code: requiredText(maxCodeLength, 'Scan or type the number of the device'),
    captured: z.enum(captureMethods).default('typed'),
    place: placeName.default(''),
  })
  .meta({ id: 'ArrivedDevice' });
export type ArrivedDevice = z.output<typeof arrivedDevice>;

export const arrival = z.object({
  unit,
  /** Number of the order that it came back from. */
  order: z.string(),
  outcome: z.enum(arrivalOutcomes),
  /** Number of the return that it came back with; null without one. */
  return: z.string().nullable(),
});
export type Arrival = z.output<typeof arrival>;

export const arrivalEndpoints = endpoints({
  takeBackDevice: {
    method: 'POST',
    path: '/units/arrivals',
    summary: 'Take back a sold, shipped or returning device by one of its numbers, before or after its money',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    body: arrivedDevice,
    response: arrival,
  },
});
