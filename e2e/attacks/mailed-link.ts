import { mailedSecrets } from '../../server/test/mailed-links.ts';

/** Waits until an address has this number of links to a page; returns the secret of the last one. */
export async function waitForLink(dataDir: string, email: string, page: string, count = 1): Promise<string> {
  for (;;) {
    const secrets = mailedSecrets(dataDir, email, page);
    const last = secrets.at(-1);
    if (secrets.length >= count && last !== undefined) return last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
