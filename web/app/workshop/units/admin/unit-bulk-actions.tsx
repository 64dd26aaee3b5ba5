import { maxUnitsPerAct } from '@reprise/contract/workshop/units/acts';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { assignableStates, statesOnBench } from '@reprise/contract/workshop/units/unit-states';
import { useState } from 'react';
import { ActionMenu } from '../../../admin-ui/action-menu.tsx';
import { BulkDialog, type BulkRequest } from '../../../catalog/products/admin/bulk/bulk-dialog.tsx';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckUnitsDialog } from './acts/check-units-dialog.tsx';
import { GradeUnitsDialog } from './acts/grade-units-dialog.tsx';
import { TestUnitsDialog } from './acts/test-units-dialog.tsx';
import { useAssign } from './bench/use-assign.tsx';
import { WipeUnitsDialog } from './bench/wipe-units-dialog.tsx';
import { isForSale } from './is-for-sale.ts';
import { PrintLabels } from './labels/print-labels.tsx';
import { ListUnitsDialog } from './list-units-dialog.tsx';
import { MoveUnitsDialog } from './move-units-dialog.tsx';
import { PlaceUnitsDialog } from './place-units-dialog.tsx';

type Action = 'move' | 'place' | 'list' | 'wipe' | 'check' | 'test' | 'grade';

type UnitBulkActionsProps = { units: Unit[]; onDone: () => void };

/** Actions for chosen units: move, record their erasure, change the prices of their products, say where they are, print labels. */
export function UnitBulkActions({ units, onDone }: UnitBulkActionsProps) {
  const can = usePermissions();
  const [open, setOpen] = useState<Action | null>(null);
  const { assign, isAssigning, dialog } = useAssign(onDone);
  const [repricing, setRepricing] = useState<BulkRequest | null>(null);
  const products = [...new Set(units.flatMap(({ product }) => product?.id ?? []))];
  const close = () => setOpen(null);
  if (units.length > maxUnitsPerAct) {
    return <p className="text-ink-muted text-sm">Choose at most {maxUnitsPerAct} devices.</p>;
  }
  const onBench = units.some(({ state }) => statesOnBench.includes(state));
  return (
    <>
      {can('units.bench') && (
        <>
          {units.some(({ state }) => assignableStates.includes(state)) && (
            <Button size="sm" variant="outline" loading={isAssigning} onClick={() => assign(units)}>
              Assign to me
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={() => setOpen('move')}>
            Move
          </Button>
          {onBench ? (
            <RecordButtons units={units} onOpen={setOpen} />
          ) : (
            units.some(isForSale) && (
              <Button size="sm" variant="outline" onClick={() => setOpen('check')}>
                Record a block
              </Button>
            )
          )}
        </>
      )}
      {can('units.list') && units.some(({ state }) => state === 'ready') && (
        <Button size="sm" variant="outline" onClick={() => setOpen('list')}>
          Put on sale
        </Button>
      )}
      {can('catalog.manage') && products.length > 0 && (
        <Button size="sm" variant="outline" onClick={() => setRepricing({ kind: 'percent', ids: products })}>
          Change prices
        </Button>
      )}
      {can('units.receive') && (
        <>
          <Button size="sm" variant="outline" onClick={() => setOpen('place')}>
            Set bin
          </Button>
          <PrintLabels units={units} />
        </>
      )}
      {dialog}
      <BulkDialog bulkRequest={repricing} categories={undefined} onClose={() => setRepricing(null)} />
      {open === 'move' && <MoveUnitsDialog units={units} onClose={close} onDone={onDone} />}
      {open === 'list' && <ListUnitsDialog units={units} onClose={close} onDone={onDone} />}
      {open === 'wipe' && <WipeUnitsDialog units={units} onClose={close} onDone={onDone} />}
      {open === 'check' && <CheckUnitsDialog units={units} onClose={close} onDone={onDone} />}
      {open === 'test' && <TestUnitsDialog units={units} onClose={close} onDone={onDone} />}
      {open === 'grade' && <GradeUnitsDialog units={units} onClose={close} onDone={onDone} />}
      {open === 'place' && <PlaceUnitsDialog units={units} onClose={close} onDone={onDone} />}
    </>
  );
}

type RecordButtonsProps = { units: Unit[]; onOpen: (action: Action) => void };

/** Records of the bench; on a phone they fold into a menu. */
function RecordButtons({ units, onOpen }: RecordButtonsProps) {
  return (
    <ActionMenu label="Record" folds="on-phone">
      <Button size="sm" variant="outline" onClick={() => onOpen('check')}>
        Record checks
      </Button>
      {units.some(({ progress }) => progress.wiped === false) && (
        <Button size="sm" variant="outline" onClick={() => onOpen('wipe')}>
          Record erasure
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => onOpen('test')}>
        Record tests
      </Button>
      <Button size="sm" variant="outline" onClick={() => onOpen('grade')}>
        Record grade
      </Button>
    </ActionMenu>
  );
}
