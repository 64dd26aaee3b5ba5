import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What an answer without a policy of its own may do: nothing. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const nobody = '()';
const self = '(self)';

/** What pages and their frames may use of the browser. Stripe's card form offers the wallets of the device. */
const permissions = {
  accelerometer: nobody,
  autoplay: nobody,
  camera: nobody,
  'display-capture': nobody,
  'encrypted-media': nobody,
  fullscreen: nobody,
  gamepad: nobody,
  geolocation: nobody,
  gyroscope: nobody,
  hid: nobody,
  'idle-detection': nobody,
  'local-fonts': nobody,
  magnetometer: nobody,
  microphone: nobody,
  midi: nobody,
  payment: '(self "https://js.stripe.com")',
  'picture-in-picture': nobody,
  'publickey-credentials-create': self,
  'publickey-credentials-get': self,
  'screen-wake-lock': nobody,
  serial: nobody,
  usb: nobody,
  'xr-spatial-tracking': nobody,
};

const permissionsPolicy = Object.entries(permissions)
  .map(([feature, allowed]) => `${feature}=${allowed}`)
  .join(', ');

/** Security headers on every answer, errors included. Pages bring their own Content-Security-Policy. */
export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    hsts: publicUrl.startsWith('https:') ? { maxAge: 365 * 24 * 3600, includeSubDomains: true } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closedPolicy);
  });
}
