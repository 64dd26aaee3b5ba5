import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Deps } from '../../../deps.ts';
import type { StoredMailServer } from './mail-server.ts';
import { resolveMailHost } from './resolve-mail-host.ts';

/** Short timeouts, so that an unavailable server does not block the job queue; mails contain no files or URLs. */
export const transportLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

/**
 * Requires TLS with a valid certificate except on loopback: a relay there has the self-signed one of its package, and
 * its name never matches.
 */
export function encryptionFor(isLocal: boolean) {
  return { requireTLS: !isLocal, tls: { rejectUnauthorized: !isLocal } };
}

/** Returns the transport to a stored mail server. */
export async function transportTo(deps: Pick<Deps, 'environment'>, server: StoredMailServer) {
  const { host, port, encryption, userName, password } = server;
  const { address, isLocal } = await resolveMailHost(deps, host);
  const { requireTLS, tls } = encryptionFor(isLocal);
  return createTransport({
    ...transportLimits,
    host: address,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls' && requireTLS,
    // A server that announces no sign-in would otherwise be used without one.
    ...(userName !== null && { auth: { user: userName, pass: password ?? '' }, forceAuth: true }),
    // The certificate is checked against the name, not the resolved address.
    tls: { ...tls, ...(!isIP(host) && { servername: host }) },
  });
}
