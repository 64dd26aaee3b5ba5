import type { StateStorage } from 'zustand/middleware';

const nothing: StateStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** The browser's storage; one that forgets on the server and where the visitor's browser forbids it. */
export function browserStorage(): StateStorage {
  try {
    return typeof window === 'undefined' ? nothing : window.localStorage;
  } catch {
    return nothing;
  }
}
