export const sessionEnded = 'session-ended';

/** `idle`: the page signed out after the store's idle time without input. */
export type EndReason = 'idle';

declare global {
  interface WindowEventMap {
    [sessionEnded]: CustomEvent<{ reason: EndReason | undefined }>;
  }
}
