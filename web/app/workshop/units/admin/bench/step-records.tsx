import { verdictLabels } from '@reprise/contract/catalog/grading/checklist';
import { checkLabels, checkResultLabels } from '@reprise/contract/catalog/grading/device-checks';
import { type UnitBench, wipeCategoryLabels, wipeResultLabels } from '@reprise/contract/workshop/units/bench';
import type { BenchStep } from '@reprise/contract/workshop/units/readiness';
import type { Unit } from '@reprise/contract/workshop/units/unit';
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

/** Parts and grade in the words of a tool, which have no step of their own. */
function reportLines({ toolReports }: UnitBench): RecordLine[] {
  return toolReports.flatMap(({ tool, reference, counts, grade, parts, testedAt, at }) => {
    const doubtful = parts.filter(({ isGenuine }) => isGenuine !== true);
    const note = [
      grade && `its grade ${grade}`,
      ...doubtful.map(
        ({ part, isGenuine }) => `${part} ${isGenuine === false ? 'not genuine' : 'not confirmed'}`,
      ),
      parts.length > doubtful.length && `${parts.length - doubtful.length} parts genuine`,
      !counts && 'older than another report',
    ];
    const isShown = grade !== '' || parts.length > 0 || !counts;
    const text = `${tool} report ${reference}`;
    return isShown ? [{ text, note: note.filter(Boolean).join(', '), at: testedAt ?? at, actor: null }] : [];
  });
}

function recordLines(step: BenchStep, bench: UnitBench): RecordLine[] {
  const { checks, wipes, tests, gradings } = bench;
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
      return wipes.map(({ result, category, method, tool, certificate, verified, at, actor, ...wipe }) => ({
        text: `${[wipeResultLabels[result], category && wipeCategoryLabels[category].toLowerCase()].filter(Boolean).join(', ')}: ${method}`,
        note: [
          tool,
          wipe.reference && `report ${wipe.reference}`,
          ...wipe.media.map(({ serial, model, type }) => [type, model, serial].filter(Boolean).join(' ')),
          wipe.endedAt && `ended ${formatDateTime(wipe.endedAt)}`,
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
      return [
        ...tests.map(({ verdict, failed, battery, cycles, note, seconds, tool, at, actor }) => ({
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
        })),
        ...reportLines(bench),
      ];
    case 'graded':
      return gradings.map(({ code, suggested, reason, at, actor }) => ({
        text:
          code === suggested || suggested === '' ? `Grade ${code}` : `Grade ${code} instead of ${suggested}`,
        note: reason,
        at,
        actor,
      }));
  }
}
