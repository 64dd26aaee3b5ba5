import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { closedPolicy } from '../../platform/http/security-headers.ts';
import type { SendCached } from '../../platform/response-cache/send-cached.ts';
import { dayMs } from '../../platform/time.ts';
import { readPublicSettings } from './settings.queries.ts';
import { settingsTags } from './settings.tags.ts';

/** Validity of security.txt. RFC 9116 recommends less than a year, so that an abandoned shop names no contact. */
const validMs = 180 * dayMs;

const path = '/.well-known/security.txt';

/** Serves security.txt and the change-password URL of password managers. */
export function serveWellKnown(
  app: FastifyInstance,
  { db, environment, now }: Pick<Deps, 'db' | 'environment' | 'now'>,
  sendCached: SendCached,
): void {
  app.get(path, (request, reply) =>
    sendCached(request, reply, path, async () => {
      const { storeEmail } = await readPublicSettings(db);
      const lines = [
        `Contact: mailto:${encodeURIComponent(storeEmail).replace('%40', '@')}`,
        `Expires: ${new Date(now().getTime() + validMs).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${environment.publicUrl}${path}`,
      ];
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': closedPolicy },
        body: Buffer.from(`${lines.join('\n')}\n`),
        dependencies: {
          strict: new Set(settingsTags.getPublicSettings().strict),
          eventual: new Set(),
          isComplete: true,
        },
      };
    }),
  );
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.redirect('/profile?change=password', 302),
  );
}
