import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import type { AttackId } from './attack-list.ts';

/** Records the figure that shows how an attack ended, such as "0 of 400 pages evicted". */
type Report = (figure: string) => void;

/**
 * A test that attacks a running shop from outside. Each passed attack prints its figure; `npm run test:attacks` fails
 * when a number of the list has none.
 */
export function attack(id: AttackId, title: string, body: (report: Report) => Promise<void>): void {
  test(`${id}: ${title}`, async () => {
    const figures: string[] = [];
    await body((figure) => figures.push(figure));
    const line = `${id}\t${title}\t${figures.join('; ') || 'refused'}\n`;
    if (process.env.ATTACK_REPORT) appendFileSync(process.env.ATTACK_REPORT, line);
  });
}
