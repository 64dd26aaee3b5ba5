import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Options = { challenge: string; user?: { id: string } };

/** Deviations of a forged response; all other fields are those of a real authenticator. */
export type Forgery = {
  origin?: string;
  rpId?: string;
  /** False: the device did not verify its user. */
  userVerified?: boolean;
  counter?: number;
  credentialId?: string;
  userHandle?: string;
};

/** Software authenticator for WebAuthn that can forge any field except its key. */
export function createAuthenticator(shopOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32).toString('base64url');
  let counter = 0;
  let userHandle: string | undefined;

  const clientDataOf = (type: string, challenge: string, origin = shopOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const headOf = (flags: number, { rpId = new URL(shopOrigin).hostname, ...forged }: Forgery) => {
    const verified = forged.userVerified ?? true;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? ++counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count]);
  };

  return {
    credentialId,
    /** Answers the options of `POST /users/profile/passkeys/options`. */
    register({ challenge, user }: Options, forged: Forgery = {}) {
      userHandle = user?.id;
      const clientData = clientDataOf('webauthn.create', challenge, forged.origin);
      const id = Buffer.from(credentialId, 'base64url');
      const size = Buffer.from([0, id.length]);
      const authData = Buffer.concat([headOf(0x40, forged), Buffer.alloc(16), size, id, coseKey(publicKey)]);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return answerOf(credentialId, {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Answers the options of a sign-in or a step-up. */
    assert({ challenge }: Options, forged: Forgery = {}) {
      const clientData = clientDataOf('webauthn.get', challenge, forged.origin);
      const authData = headOf(0, forged);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return answerOf(forged.credentialId ?? credentialId, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: forged.userHandle ?? userHandle,
      });
    },
  };
}

const answerOf = (id: string, response: object) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The public key as COSE: EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}
