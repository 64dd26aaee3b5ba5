export const sessionEnded = 'session-ended';

/** `idle`: the page itself signed out because there was no input for the store's idle time. */
export type EndReason = 'idle';

declare global {
  interface WindowEventMap {
    [sessionEnded]: CustomEvent<{ reason: EndReason | undefined }>;
  }
}
