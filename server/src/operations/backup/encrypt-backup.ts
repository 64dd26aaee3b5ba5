import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { deriveBytes } from '../../platform/crypto/keyring.ts';

// An encrypted backup is a header of 32 bytes (magic bytes, salt) and pieces of up to 64 KiB, each encrypted with
// AES-256-GCM. The nonce counts pieces and marks the last, so changed, swapped, missing or truncated pieces are detected
// (the STREAM construction).

const mark = Buffer.from('reprise-backup-1');
const saltBytes = 16;
const headBytes = mark.length + saltBytes;
const pieceBytes = 64 * 1024;
const tagBytes = 16;

/** Thrown when the backup cannot be decrypted: another key, or changed bytes. */
export class UndecryptableBackup extends Error {
  override name = 'UndecryptableBackup';
}

/** Returns false for a plain or missing file. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer } = await handle.read(Buffer.alloc(mark.length), 0, mark.length, 0);
    return buffer.equals(mark);
  } finally {
    await handle.close();
  }
}

/** Returns a transform for `pipeline` that encrypts the stream. */
export function encryptWith(key: string) {
  return async function* encrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const head = Buffer.concat([mark, randomBytes(saltBytes)]);
    const secret = secretOf(key, head);
    yield head;
    let count = 0;
    for await (const { piece, isLast } of piecesOf(source, pieceBytes)) {
      const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(count++, isLast));
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    }
  };
}

/** Yields the plain backup; only an encrypted one needs `key`. Throws `UndecryptableBackup`. */
export async function* decryptWith(
  key: string | undefined,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(source);
  if (!head.subarray(0, mark.length).equals(mark)) {
    yield head;
    yield* rest;
    return;
  }
  if (key === undefined) throw new UndecryptableBackup('it is encrypted; set BACKUP_KEY to its key');
  if (head.length < headBytes) throw damaged(0);
  const secret = secretOf(key, head);
  let count = 0;
  for await (const { piece, isLast } of piecesOf(rest, pieceBytes + tagBytes)) {
    yield decryptPiece(secret, piece, count++, isLast);
  }
}

function decryptPiece(secret: Buffer, piece: Buffer, count: number, isLast: boolean): Buffer {
  if (piece.length < tagBytes) throw damaged(count);
  const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(count, isLast), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(piece.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    throw damaged(count);
  }
}

function damaged(count: number): UndecryptableBackup {
  return new UndecryptableBackup(
    count === 0 ? 'BACKUP_KEY is not its key, or it is damaged' : 'it is damaged or incomplete',
  );
}

/** Derives a key for this file, so that nonces cannot repeat across files. */
function secretOf(key: string, head: Buffer): Buffer {
  return deriveBytes(key, `backup ${head.toString('hex')}`, 32);
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Splits the bytes into pieces of one size and marks the last, which may be empty. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const bytes = Buffer.concat(waiting);
    let from = 0;
    // At least one byte remains buffered, so that the last piece can be marked.
    for (; bytes.length - from > size; from += size) {
      yield { piece: bytes.subarray(from, from + size), isLast: false };
    }
    waiting = [bytes.subarray(from)];
    length = bytes.length - from;
  }
  yield { piece: Buffer.concat(waiting), isLast: true };
}

async function readHead(source: AsyncIterable<Buffer>) {
  const reader = source[Symbol.asyncIterator]();
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < headBytes) {
    const { done, value } = await reader.next();
    if (done) break;
    bytes = Buffer.concat([bytes, value]);
  }
  const following = bytes.subarray(headBytes);
  async function* rest(): AsyncGenerator<Buffer> {
    if (following.length > 0) yield following;
    yield* { [Symbol.asyncIterator]: () => reader };
  }
  return { head: bytes.subarray(0, headBytes), rest: rest() };
}
