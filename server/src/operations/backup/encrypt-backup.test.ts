import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptWith, encryptWith } from './encrypt-backup.ts';

const key = 'a key of at least thirty-two characters';

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const encrypt = (bytes: Buffer, size = 10_000) => collect(encryptWith(key)(inChunks(bytes, size)));
const decrypt = (bytes: Buffer, size = 7000, testKey: string | undefined = key) =>
  collect(decryptWith(testKey, inChunks(bytes, size)));

const piece = 64 * 1024;

test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 200_000])(
  '%i bytes are decrypted intact, however they are split into chunks',
  async (length) => {
    const bytes = randomBytes(length);
    for (const size of [1000, piece, 300_000]) {
      const encrypted = await encrypt(bytes, size);
      expect((await decrypt(encrypted, size)).equals(bytes)).toBe(true);
    }
  },
);

test('the same bytes are encrypted differently each time', async () => {
  const bytes = Buffer.alloc(100, 'a');
  expect((await encrypt(bytes)).equals(await encrypt(bytes))).toBe(false);
});

test('plain bytes pass unchanged, with and without a key', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('short'), randomBytes(100_000)]) {
    expect((await decrypt(bytes)).equals(bytes)).toBe(true);
    expect((await collect(decryptWith(undefined, inChunks(bytes, 9)))).equals(bytes)).toBe(true);
  }
});

const plain = randomBytes(3 * piece + 500);
const headBytes = 32;
const encryptedPiece = piece + 16;

test.each<[what: string, damage: (bytes: Buffer) => Buffer]>([
  ['cut in the middle of a piece', (bytes) => bytes.subarray(0, 100_000)],
  ['cut between two pieces', (bytes) => bytes.subarray(0, headBytes + 2 * encryptedPiece)],
  ['cut to its head', (bytes) => bytes.subarray(0, headBytes)],
  ['cut within its head', (bytes) => bytes.subarray(0, 20)],
  ['with a changed salt', (bytes) => flip(bytes, 20)],
  ['with a changed byte in the first piece', (bytes) => flip(bytes, 100)],
  ['with a changed byte in the last piece', (bytes) => flip(bytes, bytes.length - 1)],
  ['with something behind its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
  [
    'with two pieces swapped',
    (bytes) =>
      Buffer.concat([
        bytes.subarray(0, headBytes),
        bytes.subarray(headBytes + encryptedPiece, headBytes + 2 * encryptedPiece),
        bytes.subarray(headBytes, headBytes + encryptedPiece),
        bytes.subarray(headBytes + 2 * encryptedPiece),
      ]),
  ],
  [
    'without a piece in the middle',
    (bytes) =>
      Buffer.concat([
        bytes.subarray(0, headBytes + encryptedPiece),
        bytes.subarray(headBytes + 2 * encryptedPiece),
      ]),
  ],
])('a file %s is rejected', async (_case, damage) => {
  await expect(decrypt(damage(await encrypt(plain)))).rejects.toThrow(/damaged|incomplete/);
});

test('a wrong key and a missing key are reported', async () => {
  const encrypted = await encrypt(plain);
  await expect(decrypt(encrypted, 5000, 'another key of thirty-two characters')).rejects.toThrow(
    'BACKUP_KEY is not its key',
  );
  await expect(collect(decryptWith(undefined, inChunks(encrypted, 5000)))).rejects.toThrow(
    'set BACKUP_KEY to its key',
  );
});

function flip(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}
