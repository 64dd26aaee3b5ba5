import type { Unit } from '@reprise/contract/units/unit';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { useAuth } from '../../../../session/auth-store.ts';
import { Button } from '../../../../ui/button.tsx';
import { useRecord } from './use-record.ts';

/** Verifies an erasure; the person who recorded it reads who has to. */
export function VerifyWipe({ unit, certificate }: { unit: Unit; certificate: string }) {
  const userId = useAuth(({ user }) => user?.id);
  const { save, isSaving, failure } = useRecord(
    () => api.verifyUnitWipe({ params: { id: unit.id }, body: { certificate } }),
    'Erasure verified',
    () => {},
  );
  if (unit.wipeToVerify?.by === userId) {
    return <p className="text-sm">You erased it. Another person has to verify it before it counts.</p>;
  }
  return (
    <div className="grid justify-items-start gap-3">
      {failure && <FormFailure>{failure}</FormFailure>}
      <p className="text-sm">Look at the device: it starts as new and nobody is signed in.</p>
      <Button loading={isSaving} onClick={() => save(undefined)}>
        Verify
      </Button>
    </div>
  );
}
