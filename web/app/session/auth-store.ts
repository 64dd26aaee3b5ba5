import type { StaffRole } from '@reprise/contract/permissions';
import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../browser/browser-storage.ts';

export type SignedInUser = {
  id: string;
  name: string;
  email: string;
  role: 'customer' | 'admin';
  /** Empty for customers. */
  staffRoles: StaffRole[];
};

type AuthState = {
  user: SignedInUser | null;
  isAuthenticated: boolean;
  /** True until the stored session has been read and confirmed. */
  loading: boolean;
  signIn: (session: { token: string; user: SignedInUser }) => void;
  signOut: () => void;
  setUser: (user: SignedInUser) => void;
  /** Confirms the stored token once, at the start; without a token the visitor is a guest. */
  confirm: (loadUser: (token: string) => Promise<SignedInUser>) => Promise<void>;
};

export const authStorageName = 'auth-storage';
export const tokenStorageName = 'auth-token';

/** Creates the store of the signed-in user. The token has its own storage key. */
export function createAuthStore(storage: StateStorage) {
  return create<AuthState>()(
    persist(
      (set, get) => ({
        user: null,
        isAuthenticated: false,
        loading: true,
        signIn: ({ token, user }) => {
          storage.setItem(tokenStorageName, token);
          set({ user, isAuthenticated: true, loading: false });
        },
        signOut: () => {
          storage.removeItem(tokenStorageName);
          set({ user: null, isAuthenticated: false, loading: false });
          storage.removeItem(authStorageName);
        },
        setUser: (user) => set({ user, isAuthenticated: true, loading: false }),
        confirm: async (loadUser) => {
          const token = readToken(storage);
          if (token === null) return get().signOut();
          try {
            const user = await loadUser(token);
            // The user may have signed in or out during the request.
            if (readToken(storage) === token) get().setUser(user);
          } catch (error) {
            // The stored session remains if the shop did not judge it, such as offline or overloaded.
            if (isUnanswered(error)) set({ loading: false });
            else if (readToken(storage) === token) get().signOut();
          }
        },
      }),
      {
        name: authStorageName,
        storage: createJSONStorage(() => storage),
        // The server renders a guest's page; SessionSync reads the stored user after hydration.
        skipHydration: true,
        partialize: ({ user, isAuthenticated }) => ({ user, isAuthenticated }),
        merge: (stored, current) => {
          const user = readUser(stored);
          return { ...current, user, isAuthenticated: user !== null };
        },
      },
    ),
  );
}

const storage = browserStorage();
export const useAuth = createAuthStore(storage);

/** Returns the bearer token of the signed-in user. */
export const authToken = (): string | null => readToken(storage);

/**
 * True for errors of `fetch` and `import()` without a response, and for statuses that say nothing about the session. Reads
 * the status alone: the class of problems would add to every page's first load.
 */
function isUnanswered(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof DOMException) return true;
  const { status = 0 } = error as { status?: number };
  return status === 429 || status >= 500;
}

function readToken(from: StateStorage): string | null {
  const token = from.getItem(tokenStorageName);
  return typeof token === 'string' && token !== '' ? token : null;
}

function readUser(stored: unknown): SignedInUser | null {
  const user = (stored as { user?: Partial<SignedInUser> | null } | null | undefined)?.user;
  if (typeof user?.id !== 'string' || typeof user.name !== 'string' || typeof user.email !== 'string')
    return null;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role === 'admin' ? 'admin' : 'customer',
    staffRoles: Array.isArray(user.staffRoles) ? user.staffRoles : [],
  };
}
