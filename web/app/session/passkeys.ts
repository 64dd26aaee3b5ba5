import type { Passkey, PasskeyResponse } from '@reprise/contract/people/identity/passkeys';
import { Problem } from '@reprise/contract/problem';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from '../api/browser-api.ts';
import { readDeviceToken } from './device-token.ts';

/** Loads the WebAuthn library on demand, because few pages need it. */
const loadWebAuthn = () => import('@simplewebauthn/browser');

export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && window.PublicKeyCredential !== undefined;
}

/** Signs in with a passkey that the visitor picks. */
export async function signInWithPasskey() {
  const { options } = await api.beginPasskeySignIn({ body: {} });
  const response = await answerChallenge(options);
  return api.signInWithPasskey({ body: { response, deviceToken: readDeviceToken() } });
}

/** Steps up with a passkey of the signed-in user. */
export async function stepUpWithPasskey(): Promise<void> {
  const { options } = await api.beginPasskeyStepUp({ body: {} });
  await api.stepUp({ body: { passkey: await answerChallenge(options) } });
}

/** Creates a passkey and adds it to the account. */
export async function createPasskey(name: string): Promise<Passkey> {
  const { options } = await api.beginPasskey({ body: {} });
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = (await startRegistration({ optionsJSON })) as unknown as PasskeyResponse;
  return (await api.addPasskey({ body: { name, response } })).passkey;
}

async function answerChallenge(options: Record<string, unknown>): Promise<PasskeyResponse> {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as unknown as PasskeyResponse;
}

/** Returns the message for a failed passkey; the browser's own messages are technical. */
export function passkeyErrorMessage(error: unknown): string {
  if (error instanceof Problem) return error.message;
  switch ((error as Error | undefined)?.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used. Please try again.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    case 'SecurityError':
      return 'Passkeys only work on this store’s own website.';
    default:
      return 'The passkey could not be used. Please try again.';
  }
}
