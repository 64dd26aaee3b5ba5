import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { decryptWith, encryptWith, UndecryptableBackup } from './encrypt-backup.ts';

// A backup is gzipped JSON lines, readable with zcat unless it is encrypted: a header, each table with its columns and a
// line per row, the images, and a trailer with the SHA-256 of all before it. Values are in PostgreSQL's text format.

export const formatVersion = 1;

const head = z.object({
  format: z.literal('reprise backup'),
  version: z.number(),
  createdAt: z.string(),
  /** Hashes of the applied migrations, in order. */
  migrations: z.array(z.string()),
});
const end = z.object({
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  sha256: z.string(),
});
const table = z.object({ table: z.string(), columns: z.array(z.string()) });
const picture = z.object({ picture: z.string(), bytes: z.number(), data: z.string().optional() });

export type BackupHead = z.output<typeof head>;
type BackupEnd = z.output<typeof end>;
type PictureLine = z.output<typeof picture>;

/** One part of a backup. A row is the JSON of its values, unchanged from the file. */
export type BackupPart =
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'row'; json: string }
  | { kind: 'picture'; picture: PictureLine };

export type BackupSummary = BackupHead & BackupEnd;

/** Thrown for a file that is not a complete backup; the message has its name and the reason. */
export class FaultyBackup extends Error {
  override name = 'FaultyBackup';
}

const chunkLength = 64 * 1024;

/** Writes the file aside, syncs it to disk and renames it, so that no partial backup is ever visible. Encrypts with a key. */
export async function writeBackupFile(
  file: string,
  first: BackupHead,
  parts: AsyncIterable<BackupPart>,
  key?: string,
): Promise<BackupSummary> {
  const unfinished = `${file}.part`;
  const summary = { ...first, rows: {}, pictures: 0, sha256: '' };
  try {
    // A fast level, because the backup blocks the embedded database.
    const compressed = Readable.from(chunksOf(summary, first, parts)).compose(createGzip({ level: 3 }));
    await pipeline(
      key === undefined ? compressed : compressed.compose(encryptWith(key)),
      // Contains password hashes and addresses, so only the owner may read it.
      createWriteStream(unfinished, { mode: 0o600 }),
    );
    await syncToDisk(unfinished);
    await rename(unfinished, file);
    if (process.platform !== 'win32') await syncToDisk(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return summary;
}

async function* chunksOf(
  summary: BackupEnd,
  first: BackupHead,
  parts: AsyncIterable<BackupPart>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let current = '';
  let waiting = `${JSON.stringify(first)}\n`;
  const take = () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    hash.update(bytes);
    return bytes;
  };
  for await (const part of parts) {
    if (part.kind === 'table') {
      current = part.table;
      summary.rows[current] = 0;
    }
    if (part.kind === 'row') summary.rows[current] = (summary.rows[current] ?? 0) + 1;
    if (part.kind === 'picture') summary.pictures += 1;
    waiting += `${lineOf(part)}\n`;
    if (waiting.length >= chunkLength) yield take();
  }
  yield take();
  summary.sha256 = hash.digest('hex');
  const { rows, pictures, sha256 } = summary;
  yield Buffer.from(`${JSON.stringify({ end: { rows, pictures, sha256 } })}\n`);
}

function lineOf(part: BackupPart): string {
  if (part.kind === 'row') return part.json;
  if (part.kind === 'picture') return JSON.stringify(part.picture);
  return JSON.stringify({ table: part.table, columns: part.columns });
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the whole file and verifies its checksum; throws `FaultyBackup` if it is damaged. */
export async function verifyBackupFile(file: string, key?: string): Promise<BackupSummary> {
  const hash = createHash('sha256');
  let first: BackupHead | undefined;
  let last: BackupEnd | undefined;
  for await (const line of linesOf(file, key)) {
    if (last) throw faulty(file, 'it has data after its end');
    if (!first) first = headOf(file, line);
    const end = endOf(line);
    if (end) last = end;
    else hash.update(line).update('\n');
  }
  if (!first || !last) throw faulty(file, 'it is incomplete');
  if (hash.digest('hex') !== last.sha256) throw faulty(file, 'its checksum does not match');
  return { ...first, ...last };
}

/** Yields the parts between header and trailer. The file must be verified first. */
export async function* readBackupParts(file: string, key?: string): AsyncGenerator<BackupPart> {
  let isHead = true;
  for await (const line of linesOf(file, key)) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const text = line.toString();
    if (text.startsWith('[')) yield { kind: 'row', json: text };
    else if (text.startsWith('{"table"')) yield { kind: 'table', ...table.parse(JSON.parse(text)) };
    else if (text.startsWith('{"picture"'))
      yield { kind: 'picture', picture: picture.parse(JSON.parse(text)) };
  }
}

function headOf(file: string, line: Buffer): BackupHead {
  const parsed = head.safeParse(jsonOf(line));
  if (!parsed.success) throw faulty(file, 'it is not a shop backup');
  if (parsed.data.version > formatVersion) throw faulty(file, 'it is from a newer version of the shop');
  return parsed.data;
}

function endOf(line: Buffer): BackupEnd | undefined {
  if (!line.subarray(0, 7).equals(endMark)) return undefined;
  return z.object({ end }).safeParse(jsonOf(line)).data?.end;
}

const endMark = Buffer.from('{"end":');

function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

async function* linesOf(file: string, key?: string): AsyncGenerator<Buffer> {
  const stream = Readable.from(decryptWith(key, createReadStream(file)));
  const opened = createGunzip();
  stream.on('error', (error) => opened.destroy(error));
  stream.pipe(opened);
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of opened as AsyncIterable<Buffer>) {
      let from = 0;
      for (let newline = chunk.indexOf(10); newline >= 0; newline = chunk.indexOf(10, from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, newline)]);
        pieces = [];
        from = newline + 1;
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UndecryptableBackup) throw faulty(file, error.message);
    if (code === 'ENOENT') throw faulty(file, 'the file does not exist');
    if (code?.startsWith('Z_')) throw faulty(file, 'it is damaged or incomplete');
    throw error;
  } finally {
    stream.destroy();
  }
  if (pieces.length > 0) throw faulty(file, 'it is incomplete');
}

function faulty(file: string, reason: string): FaultyBackup {
  return new FaultyBackup(`${basename(file)} cannot be restored: ${reason}.`);
}
