import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import type { StoredMailServer } from './mail-server.ts';
import { InternalMailHost } from './resolve-mail-host.ts';
import { transportTo } from './transport.ts';

/** Connects and signs in. Throws a problem of the field to correct, without a word of the server's own. */
export async function tryMailServer(
  deps: Pick<Deps, 'environment'>,
  server: StoredMailServer,
): Promise<void> {
  try {
    const transport = await transportTo(deps, server);
    await transport.verify().finally(() => transport.close());
  } catch (error) {
    const { field, message } = reasonOf(error as Error & { code?: string }, server);
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
  }
}

function reasonOf(
  error: Error & { code?: string },
  { host, port, encryption }: StoredMailServer,
): { field: string; message: string } {
  const { code = '', message } = error;
  const has = (...words: string[]) => words.some((word) => code === word || message.includes(word));
  if (error instanceof InternalMailHost) {
    return {
      field: 'host',
      message: `${host} is inside the server’s own network. Set such a mail server with SMTP_URL`,
    };
  }
  if (has('EAUTH')) {
    return { field: 'password', message: `${host} did not accept this user name and password` };
  }
  if (has('ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EDNS')) {
    return { field: 'host', message: `${host} was not found. Check the spelling` };
  }
  if (has('ECONNREFUSED')) {
    return { field: 'port', message: `${host} refused the connection on port ${port}. Try another port` };
  }
  if (has('certificate', 'altnames')) {
    return { field: 'host', message: `${host} has no valid certificate for this name` };
  }
  if (has('ETLS', 'wrong version number')) {
    const name = encryption === 'tls' ? 'TLS' : 'STARTTLS';
    return { field: 'encryption', message: `${host} does not offer ${name} on port ${port}` };
  }
  if (has('ETIMEDOUT', 'ETIME')) {
    return {
      field: 'port',
      message: `${host} did not answer on port ${port} in time. Try another port or encryption`,
    };
  }
  return { field: 'host', message: `${host} did not answer like a mail server on port ${port}` };
}
