import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { isoDateTime } from '../../wire.ts';
import { photoViews, sentPhoto } from './unit-photos.ts';

export const ticketMinutes = 15;

/** Bytes that may be sent with one ticket. */
export const maxTicketBytes = 60 * 1024 * 1024;

/** 256 random bits. */
const ticketParams = z.object({ ticket: z.string().regex(/^[\w-]{43}$/) });

const ticketUpload = z
  .object({
    /** Name of the model; nothing else of the device is told to a phone that is not signed in. */
    model: z.string(),
    /** Views to take, in order. */
    views: z.array(z.enum(photoViews)),
    /** Views that have a photo already. */
    taken: z.array(z.enum(photoViews)),
    /** Photos that the device can still take. */
    remaining: z.number().int(),
    expiresAt: isoDateTime,
  })
  .meta({ id: 'TicketUpload' });
export type TicketUpload = z.output<typeof ticketUpload>;

export const photoTicketEndpoints = endpoints({
  createPhotoTicket: {
    method: 'POST',
    path: '/units/:id/photo-ticket',
    summary: `Let a phone add photos of one device for ${ticketMinutes} minutes; earlier tickets of the device end`,
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: z.object({}),
    response: z.object({ ticket: z.string(), expiresAt: isoDateTime }),
    status: 201,
  },
  endPhotoTickets: {
    method: 'POST',
    path: '/units/:id/photo-ticket/end',
    summary: 'End the tickets of a device at once',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: z.object({}),
    response: nothing,
  },
  readPhotoTicket: {
    method: 'GET',
    path: '/unit-photos/:ticket',
    summary: 'The device of a ticket and the views to take',
    access: 'public',
    rate: 'read',
    params: ticketParams,
    response: ticketUpload,
  },
  sendTicketPhoto: {
    method: 'POST',
    path: '/unit-photos/:ticket',
    summary: 'Add a photo with a ticket; a photo that is sent again with its key is stored once',
    access: 'public',
    rate: 'upload',
    credentialInPath: true,
    params: ticketParams,
    query: sentPhoto,
    upload: { field: 'photo', maxFiles: 1 },
    response: ticketUpload,
    status: 201,
  },
});
