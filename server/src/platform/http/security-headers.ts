import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { daySeconds } from '../time.ts';

/** Content-Security-Policy of responses without one of their own; it allows nothing. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const none = '()';
const self = '(self)';

/** Browser features of pages and their frames. Stripe's card form offers the wallets of the device. */
const permissions = {
  accelerometer: none,
  autoplay: none,
  camera: none,
  'display-capture': none,
  'encrypted-media': none,
  fullscreen: none,
  gamepad: none,
  geolocation: none,
  gyroscope: none,
  hid: none,
  'idle-detection': none,
  'local-fonts': none,
  magnetometer: none,
  microphone: none,
  midi: none,
  payment: '(self "https://js.stripe.com")',
  'picture-in-picture': none,
  'publickey-credentials-create': self,
  'publickey-credentials-get': self,
  'screen-wake-lock': none,
  serial: none,
  usb: none,
  'xr-spatial-tracking': none,
};

const policyOf = (allowed: Record<string, string>) =>
  Object.entries(allowed)
    .map(([feature, origins]) => `${feature}=${origins}`)
    .join(', ');
const permissionsPolicy = policyOf(permissions);
/** For the back office, which scans codes with the camera. */
const withCamera = policyOf({ ...permissions, camera: self });

/** Adds security headers to every response, errors included. Pages set their own Content-Security-Policy. */
export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    hsts: publicUrl.startsWith('https:') ? { maxAge: 365 * daySeconds, includeSubDomains: true } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(
      'permissions-policy',
      /^\/admin[/?]|^\/admin$/.test(request.url) ? withCamera : permissionsPolicy,
    );
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closedPolicy);
  });
}
