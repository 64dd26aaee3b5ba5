import { channelOrderEndpoints } from '@reprise/contract/sales/channel-orders';
import type { Channel } from '@reprise/contract/sales/channels/channel';
import { CheckedUpload } from '../../../admin-ui/checked-upload.tsx';
import { ExportButton } from '../../../admin-ui/export-button.tsx';

const { getOffersFile, getShipmentsFile } = channelOrderEndpoints;

/** The three files that go between the shop and Back Market. */
export function BackMarketFiles({ channel: { id } }: { channel: Channel }) {
  const input = { params: { id } };
  return (
    <section aria-label="Files" className="mb-6 grid gap-4">
      <div className="flex flex-wrap gap-2">
        <ExportButton endpoint={getOffersFile} input={input} label="Offers file" />
        <ExportButton endpoint={getShipmentsFile} input={input} label="Shipments file" />
      </div>
      <CheckedUpload
        path={`/channels/${id}/order-imports`}
        kind="an order export"
        entry={{ one: 'order', many: 'orders' }}
        queryKey="channels"
      >
        <ul className="grid list-disc gap-2 pl-5 text-sm marker:text-ink-faint">
          <li>
            The <strong className="font-medium">offers file</strong> goes to Back Market under Listings. Send
            it again whenever stock or prices have changed.
          </li>
          <li>
            <strong className="font-medium">Orders</strong> come from Back Market as CSV, a row for each order
            line, with the columns of its API: order_id, state, sku, quantity, price and the address.
          </li>
          <li>
            The <strong className="font-medium">shipments file</strong> has tracking numbers and the IMEI or
            serial number of each device that left in the last 30 days.
          </li>
          <li>
            An order sold for less than half of its listing, or below cost, waits unpaid until somebody who
            may record payments confirms it.
          </li>
          <li>Sent again, a file places no order twice. Cancelled orders are cancelled here.</li>
        </ul>
      </CheckedUpload>
    </section>
  );
}
