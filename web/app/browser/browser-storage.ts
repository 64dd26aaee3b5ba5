import type { StateStorage } from 'zustand/middleware';

const nothing: StateStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** Returns localStorage, or a store without memory on the server and in browsers that forbid storage. */
export function browserStorage(): StateStorage {
  try {
    return typeof window === 'undefined' ? nothing : window.localStorage;
  } catch {
    return nothing;
  }
}
