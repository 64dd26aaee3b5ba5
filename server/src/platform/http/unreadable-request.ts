import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@reprise/contract/problem';
import { newId } from '../database/new-id.ts';
import { problemBody } from './answer.ts';
import { closedPolicy } from './security-headers.ts';

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * What is not HTTP, comes too slowly or has too large a head reaches no route and no hook: the answer is
 * written here by hand, with the shape and the headers of every other refusal.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const body = problemBody(new Problem('VALIDATION_ERROR', 'The request could not be read.'), newId('req'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${closedPolicy}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
