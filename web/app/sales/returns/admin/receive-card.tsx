import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { returnNumberOf } from '../../../admin-ui/scan/return-number.ts';
import { ScanField } from '../../../admin-ui/scan/scan-field.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import type { DeskProps } from './admin-return-page.tsx';
import { OtherDeviceDialog } from './other-device-dialog.tsx';

const scanned = returnEndpoints.receiveReturn.body;

type Refused = { message: string; other: { code: string; order: string | null } | null };

/** Takes the scans of devices in the parcel; a device that was not sent can be recorded instead of one that was. */
export function ReceiveCard({ orderReturn, onChanged }: DeskProps) {
  const { number, lines } = orderReturn;
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isAsking, setAsking] = useState(false);
  const awaited = lines.filter(({ unit, receivedAt }) => unit !== null && receivedAt === null);
  const receive = async (code: string, captured: 'scan' | 'typed') => {
    setRefused(null);
    const scannedReturn = returnNumberOf(code);
    if (scannedReturn !== null) return navigate(`/admin/returns/${scannedReturn}`);
    try {
      onChanged(await api.receiveReturn({ params: { number }, body: scanned.parse({ code, captured }) }));
      notify('success', `${code} recorded`);
    } catch (error) {
      const isOther = problemCodeOf(error) === 'WRONG_UNIT';
      const order = isOther ? (error as Problem).details?.order : null;
      setRefused({
        message: messageOf(error, noResponse('safe')),
        other: isOther ? { code, order: typeof order === 'string' ? order : null } : null,
      });
    }
    field.current?.focus();
  };
  const other = refused?.other;
  return (
    <Card title="What was in the parcel?">
      <ScanField
        ref={field}
        placeholder="Scan the device"
        hint="The number on our label, an IMEI or a serial number; the slip of another return opens that one. Escape leaves the field."
        onCode={(code, captured) => void receive(code, captured)}
        onNo={() => document.getElementById('content')?.focus()}
        onYes={() => other && awaited.length > 0 && setAsking(true)}
      />
      {refused && (
        <div role="alert" className="mt-3 grid justify-items-start gap-3 text-sm">
          <p className="text-bad-text">{refused.message}</p>
          {other && awaited.length > 0 && (
            <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
              It came instead (Ctrl-Enter)
            </Button>
          )}
        </div>
      )}
      {isAsking && other && (
        <OtherDeviceDialog
          number={number}
          awaited={awaited}
          {...other}
          onClose={() => {
            setAsking(false);
            field.current?.focus();
          }}
          onChanged={(answer) => {
            setRefused(null);
            onChanged(answer);
          }}
        />
      )}
    </Card>
  );
}
