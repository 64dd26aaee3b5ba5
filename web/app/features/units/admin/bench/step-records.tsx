import { verdictLabels } from '@reprise/contract/grading/checklist';
import { checkLabels, checkResultLabels } from '@reprise/contract/grading/device-checks';
import { type UnitBench, wipeCategoryLabels, wipeResultLabels } from '@reprise/contract/units/bench';
import type { BenchStep } from '@reprise/contract/units/readiness';
import type { Unit } from '@reprise/contract/units/unit';
import { Link } from 'react-router';
import { formatDateTime } from '../../../../formats.ts';

/** Earlier records of a step, the newest first. */
export function StepRecords({ step, bench, unit }: { step: BenchStep; bench: UnitBench; unit: Unit }) {
  const lines = recordLines(step, bench);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1.5 text-sm">
      {lines.map(({ text, note, certificate, at, actor }) => (
        <li key={`${at} ${text}`}>
          <span className="font-medium">{text}</span>
          {note && <span className="wrap-anywhere"> {note}</span>}
          <span className="block text-ink-muted text-xs">
            {formatDateTime(at)}
            {actor && `, ${actor}`}
          </span>
          {certificate && (
            <Link
              to={`/admin/units/${unit.number}/erasure?${new URLSearchParams({ certificate })}`}
              className="text-link"
            >
              Certificate {certificate}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

type RecordLine = { text: string; note: string; certificate?: string; at: string; actor: string | null };

function recordLines(step: BenchStep, { checks, wipes, tests, gradings }: UnitBench): RecordLine[] {
  switch (step) {
    case 'identified':
      return [];
    case 'checked':
      return checks.map(({ kind, result, provider, note, at, actor }) => ({
        text: `${checkLabels[kind]}: ${checkResultLabels[result].toLowerCase()}`,
        note: [provider, note].filter(Boolean).join(', '),
        at,
        actor,
      }));
    case 'wiped':
      return wipes.map(({ result, category, method, tool, certificate, verified, at, actor }) => ({
        text: `${wipeResultLabels[result]}, ${wipeCategoryLabels[category].toLowerCase()}: ${method}`,
        note: [
          tool,
          verified &&
            `verified by ${verified.actor ?? 'a deleted account'} on ${formatDateTime(verified.at)}`,
        ]
          .filter(Boolean)
          .join(', '),
        certificate,
        at,
        actor,
      }));
    case 'tested':
      return tests.map(({ verdict, failed, battery, cycles, note, seconds, tool, at, actor }) => ({
        text: [verdictLabels[verdict], ...(failed.length > 0 ? [failed.join(', ')] : [])].join(': '),
        note: [
          battery !== null && `Battery ${battery}%`,
          cycles !== null && `${cycles} cycles`,
          // Many tools do not say how long they took.
          (tool === '' || seconds > 0) &&
            `in ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`,
          tool && `by ${tool}`,
          note,
        ]
          .filter(Boolean)
          .join(', '),
        at,
        actor,
      }));
    case 'graded':
      return gradings.map(({ code, suggested, reason, at, actor }) => ({
        text: code === suggested ? `Grade ${code}` : `Grade ${code} instead of ${suggested}`,
        note: reason,
        at,
        actor,
      }));
  }
}
