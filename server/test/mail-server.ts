import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { TLSSocket } from 'node:tls';
import { afterwards } from './afterwards.ts';
import type { Certificate } from './create-certificate.ts';

type State = {
  url: string;
  reject: boolean;
  /** Accepted password; undefined accepts all. */
  password: string | undefined;
  /** Offers STARTTLS with this certificate; undefined refuses it. */
  certificate: Certificate | undefined;
  received: string[];
  recipients: string[];
  commands: string[];
};

/** Starts an SMTP server that records mails; `reject` makes it fail them temporarily. */
export async function openMailServer(port = 0, certificate?: Certificate): Promise<State> {
  const state: State = {
    url: '',
    reject: false,
    password: undefined,
    certificate,
    received: [],
    recipients: [],
    commands: [],
  };
  const listener = createServer((socket) => void converse(socket, state).catch(() => socket.destroy()));
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  state.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  afterwards(() => listener.close());
  return state;
}

async function converse(socket: Socket, state: State, isEncrypted = false): Promise<void> {
  let data: string[] | null = null;
  if (!isEncrypted) socket.write('220 test\r\n');
  for await (const line of createInterface({ input: socket })) {
    if (data) {
      if (line !== '.') {
        data.push(line);
        continue;
      }
      state.received.push(data.join('\n'));
      data = null;
      socket.write('250 accepted\r\n');
      continue;
    }
    state.commands.push(line);
    if (/^EHLO/i.test(line) && state.certificate && !isEncrypted) {
      socket.write('250-test\r\n250 STARTTLS\r\n');
    } else if (/^STARTTLS/i.test(line) && state.certificate) {
      socket.write('220 go ahead\r\n');
      return converse(new TLSSocket(socket, { isServer: true, ...state.certificate }), state, true);
    } else if (/^STARTTLS/i.test(line)) {
      socket.write('502 not implemented\r\n');
    } else if (/^AUTH PLAIN/i.test(line)) {
      const given = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString().split('\0')[2];
      const isAccepted = state.password === undefined || given === state.password;
      socket.write(isAccepted ? '235 welcome\r\n' : '535 canary-banner\r\n');
    } else if (/^DATA/i.test(line)) {
      data = [];
      socket.write('354 continue\r\n');
    } else if (/^QUIT/i.test(line)) {
      socket.end('221 bye\r\n');
    } else if (/^RCPT/i.test(line)) {
      state.recipients.push(line);
      socket.write(state.reject ? '451 try again later\r\n' : '250 ok\r\n');
    } else {
      socket.write('250 ok\r\n');
    }
  }
}
