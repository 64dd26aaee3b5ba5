import { z } from 'zod';
import { imageWidths } from '../../catalog/products/image-widths.ts';
import { endpoints, fileResponse, idParams, nothing } from '../../endpoint.ts';
import { queryInt, queryString, reference } from '../../wire.ts';
import type { ReturnReason } from './return-states.ts';

/** Maximum number of photos of one line of a case. */
export const maxPhotosPerLine = 8;

/** Maximum number of photos of an order that are in no case yet. */
export const maxWaitingPhotos = 24;

/** Maximum number of photos of all cases of an order. */
export const maxPhotosPerOrder = 100;

/** Hours after which photos without a case are deleted. */
export const waitingPhotoHours = 24;

/** Use of photos for a reason. A customer cannot open a case without the required ones. */
export const photoNeeds: Record<ReturnReason, 'none' | 'asked' | 'required'> = {
  'not-needed': 'none',
  'not-as-expected': 'none',
  'found-cheaper': 'none',
  'ordered-by-mistake': 'none',
  'does-not-work': 'asked',
  battery: 'asked',
  locked: 'asked',
  'not-as-described': 'asked',
  'missing-parts': 'asked',
  'damaged-in-transit': 'required',
  'wrong-item': 'asked',
  withdrawal: 'none',
  undeliverable: 'none',
  recall: 'none',
};

/** Photo of a customer. Its image is private: only the calls of its order read it. */
export const returnPhoto = z
  .object({ id: z.string(), width: z.number().int(), height: z.number().int() })
  .meta({ id: 'ReturnPhoto' });
export type ReturnPhoto = z.output<typeof returnPhoto>;

const ofPhoto = z.object({ id: reference, photo: reference });

export const returnPhotoEndpoints = endpoints({
  addReturnPhoto: {
    method: 'POST',
    path: '/orders/:id/return-photos',
    summary: `Add a photo to an undecided line of a return, or for one that is not open yet; without a return it is deleted after ${waitingPhotoHours} hours`,
    access: 'visitor',
    rate: 'upload',
    credentialInPath: true,
    params: idParams,
    query: z.object({
      /** A photo that is sent again with its key is stored once. */
      key: z
        .string()
        .regex(/^[\w-]{8,64}$/, 'A key has 8 to 64 letters, digits and dashes')
        .optional(),
      line: queryString(64),
    }),
    upload: { field: 'photo', maxFiles: 1 },
    response: z.object({ photo: returnPhoto }),
    status: 201,
  },
  removeReturnPhoto: {
    method: 'DELETE',
    path: '/orders/:id/return-photos/:photo',
    summary: 'Delete a photo that is in no return, or whose line is not decided',
    access: 'visitor',
    rate: 'write',
    params: ofPhoto,
    response: nothing,
  },
  readReturnPhoto: {
    method: 'GET',
    path: '/orders/:id/return-photos/:photo/image',
    summary:
      'The image of a photo, for its customer and for staff, in a width of up to 1,600 pixels or as stored',
    access: 'visitor',
    rate: 'read',
    params: ofPhoto,
    query: z.object({ width: queryInt(imageWidths[0], imageWidths[3]) }),
    file: 'image/webp',
    response: fileResponse,
  },
});
