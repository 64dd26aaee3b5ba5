import { wipeToVerify } from '@reprise/contract/workshop/units/bench';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { useAuth } from '../../../../session/auth-store.ts';
import { Button } from '../../../../ui/button.tsx';
import { useStepForm } from './use-step-form.ts';

/** Verifies an erasure; the person who recorded it reads who has to. */
export function VerifyWipe({ unit, certificate }: { unit: Unit; certificate: string }) {
  const userId = useAuth(({ user }) => user?.id);
  const form = useStepForm({
    defaultValues: { certificate },
    schema: wipeToVerify,
    save: (body) => api.verifyUnitWipe({ params: { id: unit.id }, body }),
    done: 'Erasure verified',
    onDone: () => {},
  });
  if (unit.wipeToVerify?.by === userId) {
    return <p className="text-sm">You erased it. Another person has to verify it before it counts.</p>;
  }
  return (
    <div className="grid justify-items-start gap-3">
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <p className="text-sm">Look at the device: it starts as new and nobody is signed in.</p>
      <Button data-finishes loading={form.isSaving} onClick={form.submit}>
        Verify
      </Button>
    </div>
  );
}
