import {
  type DeviceKind,
  deviceKindLabels,
  deviceKinds,
} from '@reprise/contract/catalog/grading/device-kinds';
import type { EditedGrading } from '@reprise/contract/catalog/grading/edited-grading';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { KindEditor } from './kind-editor.tsx';
import { gradingKey } from './use-grading-edit.ts';

/** Grades and tests of each kind of device: draft, preview and publication. */
export default function GradingScreen() {
  const [params, setParams] = useSearchParams();
  const current = deviceKinds.find((kind) => kind === params.get('kind')) ?? 'phone';
  return (
    <>
      <Breadcrumb steps={[{ label: 'Bench', to: '/admin/bench' }, { label: 'Grades and tests' }]} />
      <ScreenHeader title="Grades and tests">
        <Link to="/grading" target="_blank" className="text-link text-sm">
          View page
        </Link>
      </ScreenHeader>
      <Tabs
        label="Kinds of devices"
        value={current}
        onChange={(kind) => setParams({ view: 'grading', kind }, { replace: true, preventScrollReset: true })}
        tabs={deviceKinds.map((kind) => ({
          id: kind,
          label: deviceKindLabels[kind],
          content: kind === current && <LoadedKind kind={kind} />,
        }))}
      />
    </>
  );
}

function LoadedKind({ kind }: { kind: DeviceKind }) {
  const grading = useQuery({
    queryKey: gradingKey(kind),
    queryFn: ({ signal }) => api.getEditedGrading({ params: { kind } }, { signal }),
    select: ({ grading }) => grading,
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <Loaded query={grading} failed="Grades and tests could not be loaded" skeleton="h-96">
      {(data) => <KindEditor key={storedVersionOf(data)} grading={data} />}
    </Loaded>
  );
}

const storedVersionOf = ({ draftVersion, published }: EditedGrading): string =>
  [draftVersion, published.standardVersion, published.checklistVersion].join('.');
