import type { StateStorage } from 'zustand/middleware';

const emptyStorage: StateStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** Returns localStorage, or a store without memory on the server and in browsers that forbid storage. */
export function browserStorage(): StateStorage {
  try {
    return typeof window === 'undefined' ? emptyStorage : window.localStorage;
  } catch {
    return emptyStorage;
  }
}
