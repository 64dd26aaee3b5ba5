import { z } from 'zod';
import { type AdapterShape, returns } from './adapter-shape.ts';

/** File with its name, which is derived from its content: a file is written once and never changes. */
type NamedFile = { name: string; bytes: Buffer };

/** Files of the shop outside the database. Every method but `open` may throw the problem UNAVAILABLE. */
export interface FileStorage {
  /** Resolves when the files are durable. A name that exists keeps its file. */
  write(files: NamedFile[]): Promise<void>;
  /** Returns null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Deletes the files whose names begin with one of these. */
  deleteMatching(beginnings: string[]): Promise<void>;
}

export const fileStorageShape = {
  write: returns(),
  read: returns(z.instanceof(Buffer).nullable()),
  has: returns(z.boolean()),
  deleteMatching: returns(),
} satisfies AdapterShape<FileStorage>;
