import { isPersonalQuery } from '@reprise/contract/sales/search-analytics/personal-query';
import type { SearchEvent } from '@reprise/contract/sales/search-analytics/search-analytics';
import { apiBase } from '../../api/api-base.ts';
import { authToken } from '../../session/auth-store.ts';

// Reports searches, clicks on their results and purchases to the shop, without the person: each search has a random id,
// which only this tab knows.

type RecentSearch = { id: string; query: string; at: number; clicked: boolean };

const storageName = 'recent-searches';
const maxStored = 10;
/** A repeated query within this time, such as after the Back button, is the same search. */
const sameSearchMs = 30 * 60_000;

/** Do Not Track and Global Privacy Control mean that nothing is stored or sent. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

export function reportSearch(query: string, results: number): void {
  if (isRefused() || isPersonalQuery(query)) return;
  const searches = readSearches();
  const at = Date.now();
  const isSame = (search: RecentSearch) => search.query === query && at - search.at < sameSearchMs;
  if (searches.some(isSame)) return;
  const id = randomId();
  storeSearches([...searches, { id, query, at, clicked: false }].slice(-maxStored));
  sendEvent({ kind: 'search', id, query, results });
}

/** Reports that a product was opened from the results of the query. */
export function reportClick(query: string, product: string): void {
  const searches = readSearches();
  const search = searches.findLast((candidate) => candidate.query === query);
  if (!search) return;
  search.clicked = true;
  storeSearches(searches);
  sendEvent({ kind: 'click', id: search.id, product });
}

/** Reports a paid order with the searches that a product was opened from; the shop checks which count. */
export function reportPurchase({ id, accessToken }: { id: string; accessToken: string | null }): void {
  const searches = readSearches();
  const clicked = searches.filter((search) => search.clicked);
  if (clicked.length === 0) return;
  storeSearches(searches.filter((search) => !search.clicked));
  const token = authToken();
  send(
    '/search/purchases',
    { searches: clicked.map((search) => search.id), order: id },
    {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(accessToken !== null && { 'x-order-token': accessToken }),
    },
  );
}

const sendEvent = (event: SearchEvent) => send('/search/events', event);

function send(path: string, body: unknown, headers: Record<string, string> = {}): void {
  void fetch(`${apiBase}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    // The page may be left at the same moment.
    keepalive: true,
  })
    // An answer that is not read keeps its connection open.
    .then((answer) => answer.text())
    .catch(() => {});
}

function readSearches(): RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function storeSearches(searches: RecentSearch[]): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(searches));
  } catch {
    // Without storage, clicks and purchases are not reported.
  }
}

/** Returns 128 random bits in hexadecimal; crypto.randomUUID exists on secure origins only. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
