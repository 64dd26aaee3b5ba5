import { mailedSecrets } from '../../server/test/mailed-links.ts';

/** Waits until so many links for a page were mailed to an address; returns the secret of the last. */
export async function waitForLink(dataDir: string, email: string, page: string, count = 1): Promise<string> {
  for (;;) {
    const secrets = mailedSecrets(dataDir, email, page);
    const last = secrets.at(-1);
    if (secrets.length >= count && last !== undefined) return last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
