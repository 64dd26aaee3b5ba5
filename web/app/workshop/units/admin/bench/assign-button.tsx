import type { Unit } from '@reprise/contract/workshop/units/unit';
import { assignableStates } from '@reprise/contract/workshop/units/unit-states';
import { useAuth } from '../../../../session/auth-store.ts';
import { Button } from '../../../../ui/button.tsx';
import { useAssign } from './use-assign.tsx';

/** Takes a device to work on it, or releases it. */
export function AssignButton({ unit }: { unit: Unit }) {
  const { assign, isAssigning, dialog } = useAssign();
  const userId = useAuth(({ user }) => user?.id);
  const isMine = unit.assignee?.id === userId;
  if (!assignableStates.includes(unit.state)) return null;
  return (
    <>
      <Button
        variant="outline"
        loading={isAssigning}
        onClick={() => assign([unit], isMine ? 'nobody' : 'me')}
      >
        {isMine ? 'Release' : 'Assign to me'}
      </Button>
      {dialog}
    </>
  );
}
