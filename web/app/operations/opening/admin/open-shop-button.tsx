import { useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { useOpenShop } from './use-opening.ts';

/** Asks before the store is opened to visitors. */
export function OpenShopButton({ variant = 'primary' }: Pick<ButtonVariant, 'variant'>) {
  const [isAsking, setAsking] = useState(false);
  const opening = useOpenShop(() => setAsking(false));
  const close = () => {
    opening.reset();
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setAsking(true)}>
        Open the store…
      </Button>
      <Modal
        open={isAsking}
        onClose={close}
        size="sm"
        title="Open the store"
        footer={
          <>
            <Button variant="outline" onClick={close}>
              Not yet
            </Button>
            <Button loading={opening.isPending} onClick={() => opening.mutate()}>
              Open to visitors
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm">
          {opening.isError && <FormFailure>{messageOf(opening.error, noResponse('retry'))}</FormFailure>}
          <p>Everyone can see your products and prices from then on, and search engines can list them.</p>
          <p>An open store cannot go back to “Opening soon”. It can be closed for maintenance in Settings.</p>
        </div>
      </Modal>
    </>
  );
}
