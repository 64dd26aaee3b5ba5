import { expect, test } from 'vitest';
import { tryStorage } from './try-storage.ts';

const inMemory = () => {
  const files = new Map<string, Buffer>();
  return {
    write: async (added: { name: string; bytes: Buffer }[]) => {
      for (const { name, bytes } of added) files.set(name, bytes);
    },
    read: async (name: string) => files.get(name) ?? null,
    has: async (name: string) => files.has(name),
    deleteMatching: async (beginnings: string[]) => {
      for (const name of files.keys()) if (beginnings.some((one) => name.startsWith(one))) files.delete(name);
    },
  };
};

test('a storage that obeys the rules breaks none', async () => {
  expect(await tryStorage(inMemory())).toEqual([]);
});

test('a storage that deletes by any part of a name breaks a rule', async () => {
  const storage = inMemory();
  const careless = {
    ...storage,
    deleteMatching: (parts: string[]) =>
      storage.deleteMatching([...parts, ...parts.map((part) => `other-${part}`)]),
  };
  expect(await tryStorage(careless)).toEqual([
    'deletes files by the beginning of their names, and no others',
  ]);
});

test('a storage without a function is named by what it lacks', async () => {
  const { has: _, ...without } = inMemory();
  expect(await tryStorage(without as never)).toEqual(['has no function has']);
});
