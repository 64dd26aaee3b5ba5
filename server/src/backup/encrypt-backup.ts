import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { deriveBytes } from '../platform/crypto/keyring.ts';

// An encrypted backup is a head of 32 bytes (mark, salt) and then pieces: up to 64 KiB of the plain backup, encrypted
// with AES-256-GCM, each with its tag. The nonce counts the pieces and says which is the last, so pieces that are
// changed, swapped, left out or cut off are noticed (the STREAM construction).

const mark = Buffer.from('reprise-backup-1');
const saltBytes = 16;
const headBytes = mark.length + saltBytes;
const pieceBytes = 64 * 1024;
const tagBytes = 16;

/** The backup cannot be decrypted: another key, or bytes that are not as they were written. */
export class UndecryptableBackup extends Error {
  override name = 'UndecryptableBackup';
}

/** False for a plain file and for one that is not there. */
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

/** A transform for `pipeline` that encrypts what passes. */
export function encryptWith(key: string) {
  return async function* encrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const head = Buffer.concat([mark, randomBytes(saltBytes)]);
    const secret = secretOf(key, head);
    yield head;
    let count = 0;
    for await (const { piece, isLast } of piecesOf(source, pieceBytes)) {
      const sealing = createCipheriv('aes-256-gcm', secret, nonceOf(count++, isLast));
      yield Buffer.concat([sealing.update(piece), sealing.final(), sealing.getAuthTag()]);
    }
  };
}

/** The backup in plain; `key` is asked for only where it is encrypted. Throws `UndecryptableBackup`. */
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
  if (key === undefined) throw new UndecryptableBackup('it is encrypted, so it needs its BACKUP_KEY');
  if (head.length < headBytes) throw damaged(0);
  const secret = secretOf(key, head);
  let count = 0;
  for await (const { piece, isLast } of piecesOf(rest, pieceBytes + tagBytes)) {
    yield openPiece(secret, piece, count++, isLast);
  }
}

function openPiece(secret: Buffer, piece: Buffer, count: number, isLast: boolean): Buffer {
  if (piece.length < tagBytes) throw damaged(count);
  const opening = createDecipheriv('aes-256-gcm', secret, nonceOf(count, isLast), {
    authTagLength: tagBytes,
  });
  opening.setAuthTag(piece.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(piece.subarray(0, -tagBytes)), opening.final()]);
  } catch {
    throw damaged(count);
  }
}

function damaged(count: number): UndecryptableBackup {
  return new UndecryptableBackup(
    count === 0
      ? 'BACKUP_KEY is not the key it was encrypted with, or it is damaged'
      : 'it is damaged, cut short or was changed',
  );
}

/** A key for this file alone, so that nonces of two files never meet. */
function secretOf(key: string, head: Buffer): Buffer {
  return deriveBytes(key, `backup ${head.toString('hex')}`, 32);
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** The bytes in pieces of one size; the last, which may be empty, says so. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const bytes = Buffer.concat(waiting);
    let from = 0;
    // One byte at least stays, so that the end is known when it comes.
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
