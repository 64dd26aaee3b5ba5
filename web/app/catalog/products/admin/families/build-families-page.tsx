import type { FamilyChange, FamilyProposal } from '@reprise/contract/catalog/products/family-admin';
import { optionLine } from '@reprise/contract/catalog/products/option-line';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { formatDateTime } from '../../../../formats.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { CircleCheck } from '../../../../ui/icons/lucide.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { PageSkeleton } from '../../../../ui/skeleton.tsx';
import { UndoLine } from './undo-line.tsx';
import { countOf } from './use-family-change.ts';

export const meta = () => adminMeta('Build families');

const changeLabels = {
  build: 'Built families',
  merge: 'Merged families',
  split: 'Split a family',
  assign: 'Assigned by an import',
};

/** Dry run that makes families of models, with apply and undo. */
export default function BuildFamiliesPage() {
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ['families', 'proposals'],
    queryFn: ({ signal }) => api.proposeFamilies({}, { signal }),
  });
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const proposals = preview.data?.proposals ?? [];
  const chosen = proposals.filter(({ id }) => !skipped.has(id)).map(({ id }) => id);
  const building = useMutation({
    mutationFn: () => api.buildFamilies({ body: { proposals: chosen } }),
    onSuccess: ({ change }) => {
      notify('success', `${countOf(change.moved, 'configuration')} moved into families`);
      return queries.invalidateQueries({ queryKey: ['families'] });
    },
    onError: (error) => {
      notify('error', messageOf(error, 'The families could not be built. Try again.'));
      return queries.invalidateQueries({ queryKey: ['families', 'proposals'] });
    },
  });
  const toggle = (id: string) =>
    setSkipped(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return (
    <>
      <Breadcrumb steps={[{ label: 'Families', to: '/admin/families' }, { label: 'Build families' }]} />
      <div className="mt-4">
        <ScreenHeader title="Build families" isSticky>
          {proposals.length > 0 && (
            <Button
              disabled={chosen.length === 0}
              loading={building.isPending}
              onClick={() => building.mutate()}
            >
              Build {countOf(chosen.length, 'family', 'families')}
            </Button>
          )}
        </ScreenHeader>
      </div>
      <p className="mb-4 max-w-text text-ink-muted text-sm">
        A preview of models whose names differ only in storage, memory, color, size or carrier. Nothing
        changes until you build them, and you can undo it.
      </p>
      {preview.data?.lastChange && <LastChange change={preview.data.lastChange} />}
      <Loaded query={preview} failed="The preview could not be loaded" loading={<PageSkeleton />}>
        {() =>
          proposals.length === 0 ? (
            <div className="rounded-tile border border-line bg-raised">
              <EmptyState Icon={CircleCheck} title="Nothing to build">
                Each model has its family. You can still merge families in their list.
              </EmptyState>
            </div>
          ) : (
            <ul className="grid gap-3 lg:grid-cols-2">
              {proposals.map((proposal) => (
                <Proposal
                  key={proposal.id}
                  proposal={proposal}
                  isChosen={!skipped.has(proposal.id)}
                  onToggle={() => toggle(proposal.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function LastChange({ change }: { change: FamilyChange }) {
  const { kind, moved, createdAt } = change;
  return (
    <UndoLine change={change} onUndone={() => {}}>
      {changeLabels[kind]} on {formatDateTime(createdAt)}: {countOf(moved, 'configuration')} moved.
    </UndoLine>
  );
}

type ProposalProps = { proposal: FamilyProposal; isChosen: boolean; onToggle: () => void };

function Proposal({ proposal, isChosen, onToggle }: ProposalProps) {
  const { name, brand, category, familyCount, configurations } = proposal;
  return (
    <li className="rounded-tile border border-line bg-raised px-4 py-3">
      <Checkbox
        label={<span className="font-semibold">{name}</span>}
        hint={[brand, category, `${familyCount} families become one`].filter(Boolean).join(' · ')}
        checked={isChosen}
        onChange={onToggle}
      />
      <ul className="mt-2 grid gap-1 text-sm">
        {configurations.map(({ modelKey, name: configuration, options }) => (
          <li key={modelKey} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere">{configuration}</span>
            <span className="text-ink-muted">{optionLine(options) || 'No options found'}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
