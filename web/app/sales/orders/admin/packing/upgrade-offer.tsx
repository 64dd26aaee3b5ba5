import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import type { OfferedUpgrade } from './use-pack.ts';

type UpgradeOfferProps = {
  upgrade: OfferedUpgrade;
  isBusy: boolean;
  onSend: (upgrade: OfferedUpgrade) => void;
};

/** Offers to send the better device that was scanned, at the price of the line. */
export function UpgradeOffer({ upgrade, isBusy, onSend }: UpgradeOfferProps) {
  const can = usePermissions();
  return (
    <section
      aria-label="Better device"
      className="flex flex-wrap items-center gap-4 rounded-tile border border-line bg-raised px-5 py-4"
    >
      <p className="min-w-48 flex-1">
        <strong className="block">Send the better one?</strong>
        {upgrade.name} instead of {upgrade.insteadOf}, at the same price. The customer gets an email.
        {!can('orders.edit') && ' Ask somebody who may edit orders.'}
      </p>
      {can('orders.edit') && (
        <Button loading={isBusy} onClick={() => onSend(upgrade)}>
          Send the better one
        </Button>
      )}
    </section>
  );
}
