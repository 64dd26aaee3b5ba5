import type { Endpoint } from '@reprise/contract/endpoint';
import { maxUploadBytes } from '@reprise/contract/foundations/media';
import { Problem } from '@reprise/contract/problem';
import type { FastifyRequest } from 'fastify';
import type { CallContext, UploadedFile } from '../endpoint.ts';

type Upload = NonNullable<Endpoint['upload']>;

/** Bytes for the fields and the headers of the parts of an upload. */
const partsBytes = 64 * 1024;

/** Returns the size of the largest body that an upload accepts. */
export function maxUploadBodyBytes({ maxFiles, maxBytes = maxUploadBytes }: Upload): number {
  return maxFiles * maxBytes + partsBytes;
}

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

async function readFiles(request: FastifyRequest, upload: Upload): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw missingFileProblem(upload.field);
  if (Number(request.headers['content-length']) > maxUploadBodyBytes(upload)) throw fileTooLarge(upload);
  try {
    return await readParts(request, upload);
  } catch (error) {
    throw limitProblem(error, upload) ?? error;
  }
}

/** Returns undefined for other errors than an exceeded limit of the upload. */
function limitProblem(error: unknown, upload: Upload): Problem | undefined {
  switch ((error as { code?: unknown } | null)?.code) {
    case 'FST_FILES_LIMIT': {
      const files = upload.maxFiles === 1 ? 'one file' : `at most ${upload.maxFiles} files`;
      return new Problem('PAYLOAD_TOO_LARGE', `Send ${files} at a time.`);
    }
    case 'FST_REQ_FILE_TOO_LARGE':
      return fileTooLarge(upload);
    default:
      return undefined;
  }
}

function fileTooLarge({ maxBytes = maxUploadBytes }: Upload): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', `Choose a file of at most ${maxBytes / 1024 / 1024} MB.`);
}

async function readParts(request: FastifyRequest, upload: Upload): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  const parts = request.files({
    limits: {
      fileSize: upload.maxBytes ?? maxUploadBytes,
      files: upload.maxFiles,
      fields: 20,
      fieldSize: 1024,
      parts: upload.maxFiles + 20,
    },
  });
  for await (const part of parts) {
    const bytes = await part.toBuffer();
    if (part.fieldname !== upload.field) throw missingFileProblem(upload.field);
    files.push({ name: part.filename, bytes });
  }
  if (files.length === 0) throw missingFileProblem(upload.field);
  if (files.some((file) => file.bytes.length === 0)) throw new Problem('NO_FILE', 'This file is empty.');
  return files;
}

function missingFileProblem(field: string): Problem {
  return new Problem('NO_FILE', `Send a file in the field "${field}".`);
}

export function singleHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
