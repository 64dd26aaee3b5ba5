import type { BackupFailure } from '@reprise/contract/operations/backup';

/** Reason of a failed backup, and the next step. */
export const failureTexts: Record<BackupFailure, string> = {
  'disk-full':
    'The disk of the server is almost full. Delete old backups or free up space, then start another backup.',
  'not-writable':
    'The shop may not write into the folder backups of its data folder. Give it the right to, then start another backup.',
  interrupted: 'The shop stopped before the backup was complete. Start another one.',
  unknown: 'The backup was not completed. Start another one; if that fails too, read the log of the shop.',
};

/** Returns a random key as long as one of `openssl rand -base64 32`. */
export function createBackupKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
}
