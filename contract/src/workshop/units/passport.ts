import { z } from 'zod';
import { checkKinds } from '../../catalog/grading/device-checks.ts';
import { deviceKinds } from '../../catalog/grading/device-kinds.ts';
import { conditions } from '../../catalog/products/conditions.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { isoDateTime, text } from '../../wire.ts';
import { partQualities, parts } from './repairs.ts';
import { photoMark, photoViews } from './unit-photos.ts';

/** Last characters of an identifier that an owner compares. */
export const matchedCharacters = 6;

export const erasureStandard = 'NIST SP 800-88';

/** 128 random bits in hexadecimal. Another shape is no token, so it is not found. */
const tokenParams = z.object({ token: z.string().regex(/^[0-9a-f]{32}$/) });

export const publicPhoto = z
  .object({
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    view: z.enum(photoViews),
    words: z.string(),
    marks: z.array(photoMark),
  })
  .meta({ id: 'PublicPhoto' });
export type PublicPhoto = z.output<typeof publicPhoto>;

/** Public record of a device: never a person, order, price, place, note or whole identifier. */
export const passport = z
  .object({
    model: z.string(),
    brand: z.string(),
    kind: z.enum(deviceKinds),
    /** Its grade with the words of the version it was graded by; null before it is graded. */
    grade: z
      .object({
        name: z.string(),
        condition: z.enum(conditions),
        words: z.array(z.object({ surface: z.string(), words: z.string() })),
        at: isoDateTime,
      })
      .nullable(),
    /** Carrier that it is locked to; '' if it is unlocked, null if that was not checked. */
    carrier: z.string().nullable(),
    /** Checks of registers and locks that were clear. */
    checks: z.array(z.object({ kind: z.enum(checkKinds), at: isoDateTime })),
    /** Checks that found something that its buyer should know. */
    flags: z.array(z.object({ kind: z.enum(checkKinds), at: isoDateTime })),
    /** Its newest test report; null before it is tested. */
    test: z.object({ passed: z.array(z.string()), failed: z.array(z.string()), at: isoDateTime }).nullable(),
    /** Battery of that report; null if it was not read. */
    battery: z
      .object({ percent: z.number().int(), cycles: z.number().int().nullable(), at: isoDateTime })
      .nullable(),
    /** Passed erasure; null without one. */
    erasure: z
      // `category` is null where the report of the tool names none; `standard` is the method then.
      .object({
        standard: z.string(),
        category: z.string().nullable(),
        certificate: z.string(),
        at: isoDateTime,
      })
      .nullable(),
    /** True for a device that a count put on sale: the shop has no record of its steps. */
    isUnrecorded: z.boolean(),
    /** Replaced parts, the newest first. */
    parts: z.array(z.object({ part: z.enum(parts), quality: z.enum(partQualities), at: isoDateTime })),
    photos: z.array(publicPhoto),
    /** True if identifiers are recorded, so that an owner can compare. */
    canMatch: z.boolean(),
  })
  .meta({ id: 'DevicePassport' });
export type Passport = z.output<typeof passport>;

export const passportEndpoints = endpoints({
  getPassport: {
    method: 'GET',
    path: '/devices/:token',
    summary: 'The passport of a device, behind the address of its label',
    access: 'public',
    rate: 'read',
    params: tokenParams,
    response: z.object({ passport }),
  },
  matchPassport: {
    method: 'POST',
    path: '/devices/:token/match',
    summary: `Whether an identifier of the device ends with these ${matchedCharacters} characters; false for an unknown device too`,
    access: 'public',
    rate: 'lookup',
    params: tokenParams,
    body: z
      .object({
        /** Blanks, dashes, slashes and points in it do not count. */
        ending: text(20).regex(
          /^([\s./-]*[0-9A-Za-z]){6}[\s./-]*$/,
          `Enter the last ${matchedCharacters} letters and digits`,
        ),
      })
      .meta({ id: 'PassportMatch' }),
    response: z.object({ matches: z.boolean() }),
  },
  renewPassport: {
    method: 'POST',
    path: '/units/:id/passport',
    summary: 'Give a device another passport address; the printed one ends',
    access: 'admin',
    needs: 'units.waive',
    rate: 'write',
    params: idParams,
    body: z.object({}),
    response: z.object({ passport: z.string() }),
  },
});
