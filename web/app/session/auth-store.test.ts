import { Problem } from '@reprise/contract/problem';
import { expect, test } from 'vitest';
import { authStorageName, createAuthStore, type SignedInUser, tokenStorageName } from './auth-store.ts';

const ada: SignedInUser = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'customer',
  staffRoles: [],
};

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('stores the token under its own key, apart from the user', () => {
  const storage = memoryStorage();
  createAuthStore(storage).getState().signIn({ token: 'secret', user: ada });
  expect(storage.getItem(tokenStorageName)).toBe('secret');
  expect(JSON.parse(storage.getItem(authStorageName) ?? '').state).toEqual({
    user: ada,
    isAuthenticated: true,
  });
});

test('clears the storage on sign-out', () => {
  const storage = memoryStorage();
  const auth = createAuthStore(storage);
  auth.getState().signIn({ token: 'secret', user: ada });
  auth.getState().signOut();
  expect(auth.getState()).toMatchObject({ user: null, isAuthenticated: false, loading: false });
  expect([storage.getItem(tokenStorageName), storage.getItem(authStorageName)]).toEqual([null, null]);
});

test('restores the user after a reload', async () => {
  const storage = memoryStorage();
  createAuthStore(storage).getState().signIn({ token: 'secret', user: ada });
  const auth = createAuthStore(storage);
  expect(auth.getState()).toMatchObject({ user: null, loading: true });
  await auth.persist.rehydrate();
  expect(auth.getState()).toMatchObject({ user: ada, isAuthenticated: true });
});

test('loads the current user on start with a valid token', async () => {
  const storage = memoryStorage();
  storage.setItem(tokenStorageName, 'secret');
  const auth = createAuthStore(storage);
  await auth.getState().confirm(async (token) => ({ ...ada, name: `Ada of ${token}` }));
  expect(auth.getState()).toMatchObject({
    user: { name: 'Ada of secret' },
    isAuthenticated: true,
    loading: false,
  });
});

test('clears the user on start without a valid token', async () => {
  const storage = memoryStorage();
  const auth = createAuthStore(storage);
  auth.setState({ user: ada, isAuthenticated: true });
  await auth.getState().confirm(() => Promise.resolve(ada));
  expect(auth.getState()).toMatchObject({ user: null, isAuthenticated: false, loading: false });

  auth.getState().signIn({ token: 'old', user: ada });
  await auth.getState().confirm(() => Promise.reject(new Error('401')));
  expect(auth.getState().user).toBeNull();
  expect(storage.getItem(tokenStorageName)).toBeNull();
});

test.each([
  new TypeError('Failed to fetch'),
  new DOMException('', 'TimeoutError'),
  new Problem('OVERLOADED', 'The shop is busy.'),
  new Problem('RATE_LIMITED', 'Too many requests.'),
])('keeps the stored session on start without a response about it: %s', async (error) => {
  const storage = memoryStorage();
  createAuthStore(storage).getState().signIn({ token: 'secret', user: ada });
  const auth = createAuthStore(storage);
  await auth.persist.rehydrate();
  await auth.getState().confirm(() => Promise.reject(error));
  expect(auth.getState()).toMatchObject({ user: ada, isAuthenticated: true, loading: false });
  expect(storage.getItem(tokenStorageName)).toBe('secret');
});

test('ignores a response for a token that a newer sign-in replaced', async () => {
  const storage = memoryStorage();
  const auth = createAuthStore(storage);
  auth.getState().signIn({ token: 'old', user: ada });
  await auth.getState().confirm(async () => {
    auth.getState().signIn({ token: 'new', user: { ...ada, name: 'Grace' } });
    throw new Error('401');
  });
  expect(auth.getState().user?.name).toBe('Grace');
});
