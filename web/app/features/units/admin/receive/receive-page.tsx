import { identifierLabels } from '@reprise/contract/units/identifiers';
import { useEffect, useRef } from 'react';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { FeedbackBand, ScanField } from '../../../../admin-ui/scan/scan-field.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { Thumb } from '../../../catalog/admin/thumb.tsx';
import { ModelChoices, ModelPicker } from '../model-picker.tsx';
import { LotPicker } from './lot-picker.tsx';
import { missingKinds } from './pending-unit.ts';
import { ReceivedUnits } from './received-units.tsx';
import { useReceive } from './use-receive.ts';

export const meta = () => adminMeta('Receive devices');

/** Receives devices by scanner or keyboard: one field, one answer, the list of this session. */
export default function ReceivePage() {
  const receive = useReceive();
  const field = useRef<HTMLInputElement>(null);
  const focusField = () => field.current?.focus();
  useEffect(() => field.current?.focus(), []);
  const then = (act: () => void) => () => {
    act();
    focusField();
  };
  const { pending } = receive;
  return (
    <>
      <ScreenHeader title="Receive devices">
        {receive.place && (
          <p className="flex items-center gap-2 text-sm">
            Bin <strong className="tabular text-base">{receive.place}</strong>
            <Button size="sm" variant="ghost" onClick={then(receive.clearPlace)}>
              No bin
            </Button>
          </p>
        )}
      </ScreenHeader>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-4">
          <LotPicker value={receive.lot} onChange={(lot) => then(() => receive.setLot(lot))()} />
          <ScanField
            ref={field}
            placeholder="Serial, IMEI, box or bin"
            hint="Backspace in the empty field takes the last scan back."
            onCode={receive.scan}
            onEnter={receive.receiveAsIs}
            onBackspace={receive.undoLast}
          />
          <FeedbackBand feedback={receive.feedback} />
          <Pending receive={receive} then={then} />
          {pending.model === null &&
            (pending.candidates.length > 0 ? (
              <ModelChoices
                models={pending.candidates}
                onChoose={(known) => then(() => receive.chooseModel({ known }))()}
              />
            ) : (
              (pending.identifiers.length > 0 || pending.gtin !== '') && (
                <ModelPicker autoFocus onChoose={(model) => then(() => receive.chooseModel(model))()} />
              )
            ))}
        </div>
        <ReceivedUnits units={receive.received} onUndo={(unit) => then(() => receive.undo(unit))()} />
      </div>
    </>
  );
}

type PendingProps = { receive: ReturnType<typeof useReceive>; then: (act: () => void) => () => void };

/** The device on the table. */
function Pending({ receive, then }: PendingProps) {
  const { pending, isBusy } = receive;
  const { model, identifiers, earlier } = pending;
  const name = model?.new?.name ?? model?.known?.name;
  const isStarted = identifiers.length > 0 || pending.gtin !== '';
  if (!name && !isStarted) return null;
  return (
    <section aria-label="Device on the table" className="rounded-tile border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-4">
        <Thumb src={model?.known?.image ?? undefined} className="size-16" />
        <div className="min-w-40 flex-1">
          <p className="wrap-anywhere font-semibold">{name ?? 'Model not chosen yet'}</p>
          <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {identifiers.map(({ kind, value }) => (
              <span key={kind} className="tabular">
                <span className="text-ink-muted">{identifierLabels[kind]}</span> {value}
              </span>
            ))}
            {isStarted &&
              missingKinds(pending).map((kind) => (
                <Badge key={kind} tone="warn">
                  {identifierLabels[kind]} missing
                </Badge>
              ))}
            {!isStarted && <span className="text-ink-muted">The next device is one of these, too.</span>}
          </div>
        </div>
        {isBusy && <Spinner label="Working" />}
      </div>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {name && identifiers.length > 0 && (
          <Button onClick={then(earlier ? receive.receiveAgain : receive.receiveAsIs)}>
            {earlier ? 'Receive as another purchase' : 'Receive'}
          </Button>
        )}
        {name && (
          <Button variant="outline" onClick={() => receive.chooseModel(null)}>
            Another model
          </Button>
        )}
        {isStarted && (
          <Button variant="ghost" onClick={then(receive.clear)}>
            Clear
          </Button>
        )}
      </div>
    </section>
  );
}
