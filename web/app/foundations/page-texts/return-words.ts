import type { ReturnPolicies, ReturnPolicy } from '@reprise/contract/catalog/return-policies';

/** Words of a product page about returns: a linked promise, and its details. */
export type ReturnLine = { promise: string; detail: string };

export function returnLineOf(policy: ReturnPolicy, isSaved: boolean): ReturnLine {
  if (!policy.changeOfMind || policy.days === 0)
    return { promise: 'Returned only for a defect', detail: withinDays(policy) };
  return {
    promise: `${policy.days} days to return it`,
    detail: `, counted from delivery${isSaved ? `. ${costsOf(policy)}` : ''}`,
  };
}

/** Returns what a return after a change of mind costs the customer. */
function costsOf({ labelBy, restockingPercent }: ReturnPolicy): string {
  const way = labelBy === 'store' ? 'We pay for the way back' : 'You pay for the way back';
  return restockingPercent > 0 ? `${way}, and we retain ${restockingPercent}% of the price` : way;
}

/** Sentences of the page about returns: the general policy, what it costs once that is saved, and categories with another one. */
export function returnSentences({ general, categories, savedAt }: ReturnPolicies) {
  const isForAnyReason = ({ changeOfMind, days }: ReturnPolicy) => changeOfMind && days > 0;
  return {
    lead: isForAnyReason(general)
      ? `You can return a device within ${inDays(general.days)} of delivery, for any reason.`
      : `You can return a device if it has a defect${withinDays(general)}.`,
    costs: savedAt === null || !isForAnyReason(general) ? null : `${costsOf(general)}.`,
    exceptions: categories.map(({ category, ...policy }): [string, string] => [
      category,
      isForAnyReason(policy)
        ? `${inDays(policy.days)} from delivery, for any reason. ${costsOf(policy)}.`
        : `Taken back for a defect only${withinDays(policy)}.`,
    ]),
  };
}

/** Returns the end of a sentence about defects, which are taken back as long as the warranty lasts, if that is longer. */
const withinDays = ({ days }: ReturnPolicy) =>
  days > 0
    ? `, within ${inDays(days)} of delivery or during the warranty, whichever is longer`
    : ', as long as its warranty lasts';

const inDays = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
