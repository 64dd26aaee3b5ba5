import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { returnNumberOf } from '../../../../admin-ui/scan/return-number.ts';
import { FeedbackBand, ScanField } from '../../../../admin-ui/scan/scan-field.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { binLabelsUrl } from '../labels/labels-url.ts';
import { ModelChoices, ModelPicker } from '../model-picker.tsx';
import { DeskQuestionPanel } from './desk-question-panel.tsx';
import { DeviceOnTable } from './device-on-table.tsx';
import { LotPicker } from './lot-picker.tsx';
import { NumbersAside } from './numbers-aside.tsx';
import { PrintedLabels, PrintReceived, usePrintReceived } from './print-received.tsx';
import { ReceivedUnits } from './received-units.tsx';
import { useReceive } from './use-receive.ts';

export const meta = () => adminMeta('Receive devices');

/** Receives devices by scanner or keyboard: one field, one answer, the list of this session. */
export default function ReceivePage() {
  const receive = useReceive();
  const field = useRef<HTMLInputElement>(null);
  const focusField = () => field.current?.focus();
  useEffect(() => field.current?.focus(), []);
  const scan = useSlips(receive.scan);
  const then = (act: () => void) => () => {
    act();
    focusField();
  };
  const { desk, model, early, gtin } = receive;
  const printer = usePrintReceived(receive.received);
  return (
    <>
      <div className={printer.printing.length > 0 ? 'print:hidden' : undefined}>
        <ScreenHeader title="Receive devices">
          <Link to={binLabelsUrl} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
            Bin labels
          </Link>
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
              hint="Backspace in the empty field takes the last scan back. Escape puts the device aside."
              onCode={scan}
              onEnter={receive.enter}
              onBackspace={receive.undoLast}
              onYes={receive.yes}
              onNo={receive.no}
            />
            <FeedbackBand feedback={receive.feedback} />
            <DeskQuestionPanel receive={receive} then={then} />
            <DeviceOnTable receive={receive} then={then} />
            {model === null &&
              (receive.candidates.length > 0 ? (
                <ModelChoices
                  models={receive.candidates}
                  onChoose={(known) => then(() => receive.chooseModel({ known }))()}
                />
              ) : (
                (early || gtin !== '') && (
                  <ModelPicker
                    autoFocus
                    onChoose={(chosen) => then(() => receive.chooseModel(chosen))()}
                    onScan={(code) => receive.scan(code, 'scan')}
                  />
                )
              ))}
          </div>
          <div className="grid content-start gap-6">
            <NumbersAside numbers={desk?.aside ?? []} />
            <PrintReceived printer={printer} field={field} />
            <ReceivedUnits
              units={receive.received}
              onUndo={(unit) => then(() => receive.undo(unit))()}
              aside={desk?.aside.length ?? 0}
            />
          </div>
        </div>
      </div>
      <PrintedLabels units={printer.printing} />
    </>
  );
}

type Scan = ReturnType<typeof useReceive>['scan'];

/** Returns the scan of devices, to which the slip of a parcel opens its return, where what comes back is received. */
function useSlips(scanDevice: Scan): Scan {
  const navigate = useNavigate();
  const can = usePermissions();
  return (code, captured) => {
    const number = returnNumberOf(code);
    if (number === null) return scanDevice(code, captured);
    if (can('returns.handle')) return navigate(`/admin/returns/${number}`);
    notify('info', `${number} is a return. Scan the devices in its parcel.`);
  };
}
