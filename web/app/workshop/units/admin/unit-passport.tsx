import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Link to the public passport of a unit, with a dialog that gives it another address. */
export function UnitPassport({ unit: { id, number, passport } }: { unit: Unit }) {
  const can = usePermissions();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const renew = useMutation({
    mutationFn: () => api.renewPassport({ params: { id }, body: {} }),
    onSuccess: async () => {
      notify('success', `${number} has another passport address`);
      setIsOpen(false);
      await queries.invalidateQueries({ queryKey: ['units'] });
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Link
        to={`/device/${passport}`}
        target="_blank"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Open passport
      </Link>
      {can('units.waive') && (
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          New address
        </Button>
      )}
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        size="sm"
        title="New passport address"
        footer={
          <>
            <Button variant="outline" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button loading={renew.isPending} onClick={() => renew.mutate()}>
              Renew address
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm">
          {renew.isError && <FormFailure>{messageOf(renew.error, noResponse('retry'))}</FormFailure>}
          <p>
            The QR code on the printed label and links that customers have stop working. Print the label again
            afterwards.
          </p>
        </div>
      </Modal>
    </div>
  );
}
