import type { TestOutcome } from '@reprise/contract/catalog/grading/checklist';
import type { CheckKind, CheckResult } from '@reprise/contract/catalog/grading/device-checks';

const list = (text: string) => new Set(text.split(',').map((word) => word.trim()));
const plain = (value: string) =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

const emptyWords = list(
  ',-,--,---,n/a,na,n.a.,none,null,nil,unknown,undefined,not available,notavailable,not applicable,k. a.,k.a.,?,nan,no data,#n/a',
);

/** True for a text that says that there is no value: "N/A", "-", "k. A.". */
export const isEmptyWord = (value: string): boolean =>
  emptyWords.has(plain(value)) || /^0{9,}$/.test(value.trim());

const passWords = list(
  'pass,passed,ok,okay,good,success,successful,succeeded,working,works,bestanden,oui pass',
);
const failWords = list(
  'fail,failed,failure,bad,not ok,nok,error,defect,defective,not working,faulty,broken,unsuccessful',
);
const openWords = list(
  'skipped,skip,not tested,untested,pending,not supported,not available,n/a,not performed,cancelled,-,',
);
const yesWords = list('yes,true,1,y,ja,oui,si');
const noWords = list('no,false,0,n,nein,non');

/** Returns the outcome of a test; null for other words. Yes and no count only for a column that is certainly a test. */
export function outcomeOf(value: string, isTest = true): TestOutcome | null {
  const word = plain(value);
  if (passWords.has(word)) return 'pass';
  if (failWords.has(word)) return 'fail';
  if (!isTest) return null;
  if (openWords.has(word) || isEmptyWord(value)) return 'skipped';
  if (yesWords.has(word)) return 'pass';
  return noWords.has(word) ? 'fail' : null;
}

/** Returns what the tool says of the whole device; null for other words. */
export function verdictOf(value: string): 'pass' | 'fail' | 'unfinished' | null {
  const word = plain(value);
  if (
    ['pending', 'in progress', 'in process', 'incomplete', 'not finished', 'aborted', 'cancelled'].includes(
      word,
    )
  )
    return 'unfinished';
  const outcome = outcomeOf(value);
  if (['fully functional', 'functional', 'complete', 'completed'].includes(word)) return 'pass';
  return outcome === 'pass' || outcome === 'fail' ? outcome : null;
}

export type ErasureWord = 'passed' | 'failed' | 'none';
const erasedWords = list(
  'yes,true,y,ja,success,successful,succeeded,passed,pass,erased,completed,complete,wiped,done,ok,finished successfully,verified,data erased',
);
const notErasedWords = list(
  'no,false,n,nein,not performed,not started,skipped,not requested,none,not applicable,n/a,-,',
);

/** Returns the result of an erasure. Every word that is not known to mean success or absence is null: no success. */
export function erasureOf(value: string): ErasureWord | null {
  const word = plain(value);
  if (erasedWords.has(word)) return 'passed';
  if (notErasedWords.has(word)) return 'none';
  if (
    /fail|error|abort|cancel|not erased|exception|insanity|incomplete|unsuccess|interrupt|partial/.test(word)
  )
    return 'failed';
  return isEmptyWord(value) ? 'none' : null;
}

const lockedWords = list(
  'on,yes,true,1,y,locked,lock,blocked,enabled,active,activated,enrolled,managed,supervised,lost,ein,an,ja,oui,activé,gesperrt,cloudon,fmi on,icloud on',
);
const freeWords = list(
  'off,no,false,0,n,unlocked,unlock,disabled,inactive,deactivated,not enrolled,not managed,clear,clean,free,none locked,frei,aus,nein,' +
    'non,désactivé,entsperrt,cloudoff,fmi off,icloud off,sim free,simfree,offen,not locked,removed',
);
const cleanWords = list(
  'good,clean,clear,ok,no,false,not blacklisted,whitelisted,not reported,pass,passed,0,not found',
);
const badWords =
  /^(bad|yes|true|1|blacklisted|blocked|barred|lost|stolen|fail(ed)?|reported)$|\b(blacklisted|blocked|lost|stolen|barred)\b/;
const financeWords = /financ|unpaid|contract|installment/;

type Answer = { result: CheckResult; note: string };

/** Returns the answer of a register or an account service; null for an empty cell. Words that are not known are no pass. */
export function checkOf(kind: CheckKind, value: string): Answer | null {
  const word = plain(value);
  if (isEmptyWord(value)) return null;
  const answer = (result: CheckResult): Answer => ({ result, note: '' });
  if (kind === 'blacklist') {
    if (cleanWords.has(word)) return answer('clear');
    return badWords.test(word) && !/\bnot (black|lost|stolen|blocked)/.test(word)
      ? { result: 'blocked', note: value }
      : { result: 'unknown', note: value };
  }
  if (kind === 'finance' && (cleanWords.has(word) || word === 'paid')) return answer('clear');
  if (kind === 'finance' && financeWords.test(word) && !/\bnot?\b/.test(word))
    return { result: 'blocked', note: value };
  if (freeWords.has(word)) return answer('clear');
  if (lockedWords.has(word)) return answer('blocked');
  if (/\block(ed)?\b/.test(word) && !/\b(un|not)/.test(word)) return { result: 'blocked', note: value };
  if (kind === 'carrier-lock' && /^(fully |factory )?unlocked\b/.test(word)) return answer('clear');
  return { result: 'unknown', note: value };
}

/** Returns a percentage from 1 to 100: "88", "88 %", "87.6", "0,88"; null for none, undefined for other texts. */
export function percentOf(value: string): number | null | undefined {
  const text = value.trim().replace(/%$/, '').trim();
  if (isEmptyWord(value)) return null;
  if (!/^\d{1,3}([.,]\d{1,4})?$/.test(text)) return undefined;
  const amount = Number(text.replace(',', '.'));
  if (amount === 0) return null;
  const percent = Math.round(
    amount <= 1 && /[.,]/.test(text) && !value.includes('%') ? amount * 100 : amount,
  );
  return percent >= 1 && percent <= 100 ? percent : undefined;
}

/** Returns a whole number: "392", "1,024", "1.024"; null for none, undefined for other texts. */
export function wholeOf(value: string): number | null | undefined {
  const text = value.trim();
  if (isEmptyWord(value)) return null;
  if (/^\d{1,6}(\.0+)?$/.test(text)) return Number(text);
  return /^\d{1,3}([.,\u00a0 ]\d{3})+$/.test(text) ? Number(text.replace(/\D/g, '')) : undefined;
}
