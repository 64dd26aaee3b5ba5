import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { queryInt } from '../wire.ts';

/** Maximum image size in bytes. */
export const maxUploadBytes = 5 * 1024 * 1024;

export const storedImage = z
  .object({
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int(),
    type: z.string(),
  })
  .meta({ id: 'StoredImage' });
export type StoredImage = z.output<typeof storedImage>;

export const mediaEndpoints = endpoints({
  uploadOne: {
    method: 'POST',
    path: '/upload/single',
    summary: 'Upload one image',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'upload',
    upload: { field: 'file', maxFiles: 1 },
    response: storedImage,
    status: 201,
  },
  uploadMany: {
    method: 'POST',
    path: '/upload/multiple',
    summary: 'Upload up to ten images',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'upload',
    upload: { field: 'files', maxFiles: 10 },
    response: z.object({ files: z.array(storedImage) }),
    status: 201,
  },
  uploadImage: {
    method: 'POST',
    path: '/upload/image',
    summary: 'Upload one image, resized to fit',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'upload',
    upload: { field: 'image', maxFiles: 1 },
    query: z.object({ width: queryInt(1, 4000), height: queryInt(1, 4000), quality: queryInt(1, 100) }),
    response: storedImage,
    status: 201,
  },
});
