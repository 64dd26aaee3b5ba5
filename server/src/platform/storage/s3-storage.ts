import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Problem } from '@reprise/contract/problem';
import { LRUCache } from 'lru-cache';
import { minuteMs, secondMs } from '../time.ts';
import type { FileStorage } from './file-storage.ts';

export type Bucket = {
  name: string;
  region: string;
  /** Set for servers other than Amazon's, such as R2 and MinIO. */
  endpoint?: string | undefined;
  /** Unset: those of the machine, as the SDK finds them. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
};

const maxCachedBytes = 64 * 1024 * 1024;
/** Bounds how long another process still sends a file that was deleted. */
const maxCachedMs = 5 * minuteMs;
const maxWritesAtOnce = 4;

/** Stores files in a bucket of S3 or a server that speaks its API. Images that are public are cached in memory. */
export function s3Storage(bucket: Bucket): FileStorage {
  const client = openClient(bucket);
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    ttl: maxCachedMs,
  });
  const inBucket = (Key: string) => ({ Bucket: bucket.name, Key });
  const put = ({ name, bytes }: { name: string; bytes: Buffer }) =>
    client.send(new PutObjectCommand({ ...inBucket(name), Body: bytes, ContentLength: bytes.length }));
  return {
    write: async (files) => {
      for (let index = 0; index < files.length; index += maxWritesAtOnce) {
        await orUnavailable(Promise.all(files.slice(index, index + maxWritesAtOnce).map(put)));
      }
    },
    read: async (name) => {
      const cached = cache.get(name);
      if (cached) return cached;
      const bytes = await unlessMissing(
        // The body is part of the try: a line may be cut in the middle of it.
        readWhole(client, inBucket(name)),
      );
      if (bytes !== null && !name.endsWith('.private')) cache.set(name, bytes);
      return bytes;
    },
    has: async (name) => (await unlessMissing(client.send(new HeadObjectCommand(inBucket(name))))) !== null,
    deleteMatching: async (beginnings) => {
      for (const beginning of beginnings) {
        for (const key of cache.keys()) if (key.startsWith(beginning)) cache.delete(key);
        await orUnavailable(deleteObjects(client, bucket.name, beginning));
      }
    },
  };
}

function openClient({ region, endpoint, credentials }: Bucket): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Other servers than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A 503 and a cut line are tried again after a growing pause.
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 3 * secondMs, requestTimeout: 10 * secondMs },
  });
}

const maxReadTries = 3;

async function readWhole(client: S3Client, object: { Bucket: string; Key: string }): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const { Body: body, ContentLength: length } = await client.send(new GetObjectCommand(object));
    try {
      const bytes = Buffer.from((await body?.transformToByteArray()) ?? []);
      if (length === undefined || bytes.length === length) return bytes;
      throw new Error(`The file ended after ${bytes.length} of ${length} bytes.`);
    } catch (error) {
      // The SDK repeats requests, not bodies.
      if (tries === maxReadTries) throw error;
    }
  }
}

async function deleteObjects(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const { Contents: objects = [] } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
    );
    if (objects.length === 0) return;
    await client.send(
      new DeleteObjectsCommand({
        Bucket: bucket,
        Delete: { Objects: objects.map(({ Key }) => ({ Key: Key ?? '' })), Quiet: true },
      }),
    );
  }
}

/** Returns null for a missing file; any other failure is UNAVAILABLE, so that an outage never looks like a loss. */
async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
    throw unavailable(error);
  }
}

async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): Problem {
  const message = 'The image storage is temporarily unavailable. Please try again in a moment.';
  return new Problem('UNAVAILABLE', message, { retryAfterSeconds: 5, cause });
}
