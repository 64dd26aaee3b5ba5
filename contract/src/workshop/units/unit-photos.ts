import { z } from 'zod';
import type { DeviceKind } from '../../catalog/grading/device-kinds.ts';
import { imageWidths } from '../../catalog/products/image-widths.ts';
import { endpoints, fileResponse } from '../../endpoint.ts';
import { isoDateTime, queryInt, reference, requiredText, text } from '../../wire.ts';

export const maxPhotosPerUnit = 24;
export const maxMarksPerPhoto = 12;

/** Longest side of a stored photo in pixels; browsers shrink larger ones before they send them. */
export const maxPhotoSide = 2400;

/** Sides of a device, and things beside it, that a photo shows. */
export const photoViews = [
  'front',
  'screen-on',
  'back',
  'left',
  'right',
  'top',
  'bottom',
  'keyboard',
  'ports',
  'strap',
  'case',
  'controller',
  'box',
  'detail',
] as const;
export type PhotoView = (typeof photoViews)[number];

export const photoViewLabels: Record<PhotoView, string> = {
  front: 'Front',
  'screen-on': 'Screen, on',
  back: 'Back',
  left: 'Left side',
  right: 'Right side',
  top: 'Top',
  bottom: 'Bottom',
  keyboard: 'Keyboard',
  ports: 'Ports',
  strap: 'Strap',
  case: 'Case',
  controller: 'Controller',
  box: 'In the box',
  detail: 'Detail',
};

const sides: PhotoView[] = ['left', 'right', 'top', 'bottom'];
const viewsByKind: Record<DeviceKind, PhotoView[]> = {
  phone: ['front', 'screen-on', 'back', ...sides],
  tablet: ['front', 'screen-on', 'back', ...sides],
  computer: ['screen-on', 'keyboard', 'top', 'bottom', 'ports'],
  watch: ['front', 'screen-on', 'back', 'strap'],
  audio: ['front', 'back', 'case'],
  console: ['front', 'back', 'top', 'ports', 'controller'],
  other: ['front', 'back'],
};

/** Returns the views of a kind of device in the order in which they are taken. */
export function viewsOf(kind: DeviceKind): PhotoView[] {
  return [...viewsByKind[kind], 'box', 'detail'];
}

const share = z.number().min(0).max(1);

/** Point on a photo, as shares of its width and height, with the name of what is there. */
export const photoMark = z
  .object({ x: share, y: share, name: requiredText(80, 'Say what the mark shows') })
  .meta({ id: 'PhotoMark' });
export type PhotoMark = z.output<typeof photoMark>;

export const unitPhoto = z
  .object({
    id: z.string(),
    view: z.enum(photoViews),
    words: z.string(),
    marks: z.array(photoMark),
    /** Address that everybody may read; null while the photo is private. */
    publicUrl: z.string().nullable(),
    width: z.number().int(),
    height: z.number().int(),
    /** Null for a deleted account and for a photo from a phone that was not signed in. */
    actor: z.string().nullable(),
    at: isoDateTime,
  })
  .meta({ id: 'UnitPhoto' });
export type UnitPhoto = z.output<typeof unitPhoto>;

const ofUnit = z.object({ id: reference });
const ofPhoto = z.object({ id: reference, photo: reference });
const photos = z.object({ photos: z.array(unitPhoto) });

export const photoEdit = z
  .object({
    view: z.enum(photoViews),
    words: text(300),
    marks: z.array(photoMark).max(maxMarksPerPhoto, `A photo has at most ${maxMarksPerPhoto} marks`),
    isPublic: z.boolean(),
  })
  .partial()
  .meta({ id: 'UnitPhotoEdit' });
export type PhotoEdit = z.output<typeof photoEdit>;

/** The view of a sent photo, and a key of the sender: a photo that is sent again with it is stored once. */
export const sentPhoto = z.object({
  view: z.enum(photoViews).default('detail'),
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'A key has 8 to 64 letters, digits and dashes')
    .optional(),
});

export const unitPhotoEndpoints = endpoints({
  listUnitPhotos: {
    method: 'GET',
    path: '/units/:id/photos',
    summary: 'Photos of a device, in order',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    params: ofUnit,
    response: photos,
  },
  addUnitPhoto: {
    method: 'POST',
    path: '/units/:id/photos',
    summary: 'Add a photo of a device; it is private until it is made public',
    access: 'admin',
    needs: 'units.bench',
    rate: 'upload',
    params: ofUnit,
    query: sentPhoto,
    upload: { field: 'photo', maxFiles: 1 },
    response: photos,
    status: 201,
  },
  readUnitPhoto: {
    method: 'GET',
    path: '/units/:id/photos/:photo/image',
    summary: 'The image of a photo, also of a private one, in a width of up to 1,600 pixels or as stored',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    params: ofPhoto,
    query: z.object({ width: queryInt(imageWidths[0], imageWidths[3]) }),
    file: 'image/webp',
    response: fileResponse,
  },
  orderUnitPhotos: {
    method: 'PUT',
    path: '/units/:id/photo-order',
    summary: 'Put the photos of a device in another order',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: ofUnit,
    body: z.object({ ids: z.array(z.string().max(60)).max(maxPhotosPerUnit) }).meta({ id: 'UnitPhotoOrder' }),
    response: photos,
  },
  updateUnitPhoto: {
    method: 'PUT',
    path: '/units/:id/photos/:photo',
    summary: 'Change view, words, marks and publicity of a photo',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: ofPhoto,
    body: photoEdit,
    response: photos,
  },
  deleteUnitPhoto: {
    method: 'DELETE',
    path: '/units/:id/photos/:photo',
    summary: 'Delete a photo of a device',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: ofPhoto,
    response: photos,
  },
});
