import { type DeviceKind, deviceKindLabels } from '@reprise/contract/catalog/grading/device-kinds';
import { addFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../../api/browser-api.ts';

/** Links to an empty file with the columns of each kind of device. */
export function ReportTemplate() {
  const { data } = useQuery({
    queryKey: ['grading'],
    queryFn: ({ signal }) => api.getGrading({}, { signal }),
  });
  if (!data) return null;
  return (
    <p className="text-ink-muted text-sm">
      A row per device, with the columns Device, Report, Battery, Cycles, Note and one per test. Templates:{' '}
      {data.kinds.map(({ kind, tests }, index) => (
        <span key={kind}>
          {index > 0 && ', '}
          <a className="text-link" download={`test-reports-${kind}.csv`} href={templateOf(tests)}>
            {deviceKindLabels[kind as DeviceKind]}
          </a>
        </span>
      ))}
    </p>
  );
}

function templateOf(tests: { label: string }[]): string {
  const names = ['Device', 'Report', 'Battery', 'Cycles', 'Note', ...tests.map(({ label }) => label)];
  const line = names.map((name) => `"${addFormulaGuards(name).replaceAll('"', '""')}"`).join(',');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${line}\n`)}`;
}
