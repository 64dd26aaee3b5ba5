import { checkedAdapter, faultOf } from '../adapter-shape.ts';
import { type FileStorage, fileStorageShape } from '../file-storage.ts';
import { brokenRules } from './broken-rules.ts';

/** Writes, reads and deletes a file; returns the rules that the storage breaks. */
export async function tryStorage(adapter: FileStorage): Promise<string[]> {
  const fault = faultOf<FileStorage>(adapter, fileStorageShape);
  if (fault !== null) return [fault];
  const storage = checkedAdapter<FileStorage>('The storage', adapter, fileStorageShape);
  const beginning = `trial-${Date.now()}`;
  const file = { name: `${beginning}-1.png`, bytes: Buffer.from([0, 1, 2, 255]) };
  const kept = { name: `other-${beginning}.png`, bytes: file.bytes };
  return brokenRules({
    'returns null for a missing file': async () =>
      (await storage.read(file.name)) === null && !(await storage.has(file.name)),
    'returns a file as it was written': async () => {
      await storage.write([file, kept]);
      return (await storage.read(file.name))?.equals(file.bytes) === true && (await storage.has(file.name));
    },
    'takes a file that it has': async () => {
      await storage.write([file]);
      return (await storage.read(file.name))?.equals(file.bytes) === true;
    },
    'deletes files by the beginning of their names, and no others': async () => {
      await storage.deleteMatching([beginning]);
      return !(await storage.has(file.name)) && (await storage.has(kept.name));
    },
    'deletes what is gone without an error': async () => {
      await storage.deleteMatching([`other-${beginning}`]);
      await storage.deleteMatching([`other-${beginning}`]);
      return !(await storage.has(kept.name));
    },
  });
}
