import type { Unit, UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { notify } from '../../../ui/overlays/notify.ts';

/** Shows how many units changed, and returns a sentence for each that did not. */
export function reportOutcomes(units: Unit[], outcomes: UnitOutcome[], done: string): string[] {
  const changed = outcomes.filter(({ problem }) => problem === '').length;
  if (changed > 0) notify('success', `${changed} ${changed === 1 ? 'device' : 'devices'} ${done}`);
  const short = new Set(outcomes.flatMap(({ shortOrder }) => shortOrder ?? []));
  if (short.size > 0) notify('warning', shortSentence([...short]));
  const numbers = new Map(units.map(({ id, number }) => [id, number]));
  return outcomes
    .filter(({ problem }) => problem !== '')
    .map(({ id, problem }) => `${numbers.get(id) ?? id}: ${problem}`);
}

/** Names the orders that waited for devices that left. */
export function shortSentence(orders: string[]): string {
  if (orders.length === 1) return `All devices were promised: order ${orders[0]} is short of one now.`;
  return `All devices were promised: orders ${orders.join(', ')} are short now.`;
}
