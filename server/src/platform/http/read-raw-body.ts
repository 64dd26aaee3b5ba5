import type { Endpoint } from '@reprise/contract/endpoint';
import { maxUploadBytes } from '@reprise/contract/media';
import { Problem } from '@reprise/contract/problem';
import type { FastifyRequest } from 'fastify';
import type { CallContext, UploadedFile } from './endpoint.ts';

/** Returns the files of an upload, or the raw bytes of a signed body. */
export async function readRawBody(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Pick<CallContext, 'signed'> & { files?: UploadedFile[] }> {
  if (endpoint.upload) return { files: await readFiles(request, endpoint.upload) };
  if (!endpoint.rawBody) return {};
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return { signed: { body, signature: singleHeader(request, endpoint.rawBody.signatureHeader) ?? '' } };
}

async function readFiles(
  request: FastifyRequest,
  upload: NonNullable<Endpoint['upload']>,
): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw missingFileProblem(upload.field);
  const files: UploadedFile[] = [];
  const parts = request.files({
    limits: {
      fileSize: upload.maxBytes ?? maxUploadBytes,
      files: upload.maxFiles,
      fields: 20,
      parts: upload.maxFiles + 20,
    },
  });
  for await (const part of parts) {
    const bytes = await part.toBuffer();
    if (part.fieldname !== upload.field) throw missingFileProblem(upload.field);
    files.push({ name: part.filename, bytes });
  }
  if (files.length === 0 || files.some((file) => file.bytes.length === 0))
    throw missingFileProblem(upload.field);
  return files;
}

function missingFileProblem(field: string): Problem {
  return new Problem('NO_FILE', `Send a file in the field "${field}".`);
}

export function singleHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
