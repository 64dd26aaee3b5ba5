import { requestPublic } from '../../platform/http/public-request.ts';
import { secondMs } from '../../platform/time.ts';

/** The answer must be complete within this time. */
const timeoutMs = 15 * secondMs;

type Posted = { url: string; body: string; headers: Record<string, string> };

/** Sends the body and returns the status of the answer. Throws if there is none within 15 seconds, and InternalAddress. */
export async function postWebhook(posted: Posted, internalHosts: string[]): Promise<number> {
  const answer = await requestPublic({ ...posted, method: 'POST', timeoutMs }, internalHosts);
  // Only the status counts; the rest is not read.
  answer.destroy();
  return answer.statusCode ?? 0;
}
