import { formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { newReturn, type Returnable, type ReturnableItem } from '@reprise/contract/sales/returns/return';
import { photoNeeds } from '@reprise/contract/sales/returns/return-photos';
import {
  customerReasons,
  returnReasonLabels,
  returnWishes,
  returnWishLabels,
} from '@reprise/contract/sales/returns/return-states';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { formatDate } from '../../formats.ts';
import { type CheckedForm, useCheckedForm } from '../../forms/use-checked-form.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/forms/checkbox.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { ProductThumb } from '../cart/product-thumb.tsx';
import { OrderReturns } from './order-returns.tsx';
import { PhotoFields } from './photos/photo-fields.tsx';
import { Preparation } from './preparation.tsx';
import { type OrderAccess, returnHref } from './return-access.ts';
import { clearReturnDraft, readReturnDraft, storeReturnDraft } from './return-draft.ts';
import {
  bodyOfReturn,
  chosenLines,
  isFault,
  type Outlook,
  offersRepair,
  outlookOf,
  type ReturnValues,
  startValues,
} from './return-values.ts';

type ReturnFormProps = { order: string; returnable: Returnable; access: OrderAccess };

/** Asks which items come back, why, and what the customer would like instead. */
export function ReturnForm({ order, returnable, access }: ReturnFormProps) {
  const token = access.orderToken ?? null;
  const form = useReturnForm({ order, returnable, access });
  const values = form.watch();
  const [waiting, setWaiting] = useState<Record<number, number>>({});
  const isWaiting = Object.values(waiting).some((count) => count > 0);
  useEffect(() => storeReturnDraft(order, values), [order, values]);
  if (returnable.deliveredAt === null) return <NotSent order={order} token={token} />;
  const free = returnable.items.filter(({ openReturn }) => openReturn === null);
  const isChosen = chosenLines(returnable, values).length > 0;
  return (
    <div className="grid gap-10">
      {returnable.returns.length > 0 && (
        <OrderReturns order={order} accessToken={token} returns={returnable.returns} />
      )}
      {returnable.withdrawUntil !== null && (
        <p className="text-sm">
          Until {formatDate(returnable.withdrawUntil)} you can also withdraw from the contract, without a
          reason:{' '}
          <Link to={`/withdraw?order=${encodeURIComponent(returnable.orderNumber)}`} className="text-link">
            Withdraw from contract here
          </Link>
        </p>
      )}
      {free.length === 0 ? (
        <p className="text-ink-muted">Everything in this order is part of a return, or was returned.</p>
      ) : (
        <form noValidate onSubmit={form.submit} className="grid gap-8">
          <section>
            <h2 className="mb-3 font-semibold text-base">What is it about?</h2>
            <ul className="grid gap-3">
              {returnable.items.map((item, index) => (
                <Item
                  key={`${item.product.id} ${item.unit}`}
                  order={order}
                  access={access}
                  item={item}
                  index={index}
                  form={form}
                  onWaiting={(count) => setWaiting((now) => ({ ...now, [index]: count }))}
                />
              ))}
            </ul>
          </section>
          {offersRepair(returnable, values) && (
            <ChoiceGroup label="What would you like?">
              {returnWishes.map((wish) => (
                <Radio key={wish} label={returnWishLabels[wish]} value={wish} {...form.register('wish')} />
              ))}
            </ChoiceGroup>
          )}
          {isChosen && (
            <>
              <Expectation
                outlook={outlookOf(returnable, values, new Date())}
                isRefund={values.wish === 'refund' || !offersRepair(returnable, values)}
              />
              <Preparation instructions={returnable.instructions} />
            </>
          )}
          <div>
            <FormError className="mb-3" message={form.failure ?? form.formState.errors.lines?.message} />
            <Button type="submit" size="lg" wide loading={form.isSaving} disabled={!isChosen || isWaiting}>
              Ask to return
            </Button>
            {isWaiting && <WaitingPhotos />}
          </div>
        </form>
      )}
    </div>
  );
}

/** Form of a return; the page shows a return that another tab opened first. */
function useReturnForm({ order, returnable, access }: ReturnFormProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useCheckedForm({
    defaultValues: startValues(returnable, readReturnDraft(order)),
    schema: newReturn,
    bodyOf: (values: ReturnValues) => bodyOfReturn(returnable, values),
    save: (body, idempotencyKey) =>
      api.openReturn({ params: { id: order }, body }, { ...access, idempotencyKey: idempotencyKey() }),
    failed: noResponse('safe'),
    failureOf: (error) => {
      if (problemCodeOf(error) === 'RETURN_OPEN') void revalidate();
      return messageOf(error, noResponse('safe'));
    },
    onSaved: ({ return: { number } }) => {
      clearReturnDraft();
      return navigate(returnHref(order, access.orderToken ?? null, number), { replace: true });
    },
  });
}

const WaitingPhotos = () => (
  <p role="status" className="mt-2 text-ink-muted text-sm">
    Wait until each photo is sent, or discard those that were not.
  </p>
);

type ItemProps = {
  order: string;
  access: OrderAccess;
  item: ReturnableItem;
  index: number;
  form: CheckedForm<ReturnValues>;
  onWaiting: (count: number) => void;
};

function Item({ order, access, item, index, form, onWaiting }: ItemProps) {
  const { product, unit, quantity, openReturn } = item;
  const name = `lines.${index}` as const;
  const { reason, photos, ...chosen } = form.watch(name);
  const isChosen = chosen.isChosen && openReturn === null;
  const { isSubmitted } = form.formState;
  const needsReason = isSubmitted && reason === '';
  const needsPhoto = isSubmitted && reason !== '' && photoNeeds[reason] === 'required' && photos.length === 0;
  const change = (next: (now: typeof photos) => typeof photos) =>
    form.setValue(`${name}.photos`, next(form.getValues(`${name}.photos`)));
  return (
    <li className="rounded-tile border border-line bg-raised p-4">
      <div className="flex items-start gap-4">
        <ProductThumb image={product.image} size="sm" />
        <Checkbox
          className="min-w-0 flex-1"
          label={<span className="font-medium">{product.name}</span>}
          hint={openReturn === null ? hintOf(item) : `Part of return ${openReturn}`}
          disabled={openReturn !== null}
          {...form.register(`${name}.isChosen`)}
        />
      </div>
      {isChosen && (
        <div className="mt-4 grid gap-4">
          {unit === null && quantity > 1 && (
            <Select
              label="How many?"
              options={Array.from({ length: Math.min(quantity, 100) }, (_, count) => [
                count + 1,
                String(count + 1),
              ])}
              {...form.register(`${name}.quantity`)}
            />
          )}
          <Select
            label="Why?"
            required
            error={needsReason ? 'Choose a reason' : undefined}
            {...form.register(`${name}.reason`)}
          >
            <option value="">Choose a reason</option>
            {customerReasons.map((value) => (
              <option key={value} value={value}>
                {returnReasonLabels[value]}
              </option>
            ))}
          </Select>
          <TextArea
            label="What should we know?"
            hint={reason !== '' && isFault(reason) ? 'What is wrong, and since when.' : undefined}
            rows={3}
            maxLength={1000}
            {...form.register(`${name}.note`)}
          />
          {reason !== '' && photoNeeds[reason] !== 'none' && (
            <PhotoFields
              orderId={order}
              access={access}
              reason={reason}
              photos={photos}
              onWaiting={onWaiting}
              error={needsPhoto ? 'Add a photo of the damage.' : undefined}
              onAdded={(photo) => change((now) => [...now, photo])}
              onRemoved={({ id }) => change((now) => now.filter((photo) => photo.id !== id))}
            />
          )}
        </div>
      )}
    </li>
  );
}

function hintOf({ unit, amount, changeOfMindUntil, canChangeMind }: ReturnableItem): string {
  const device = unit === null ? '' : `Device ${unit} · `;
  const until =
    canChangeMind && changeOfMindUntil !== null
      ? `for any reason until ${formatDate(changeOfMindUntil)}`
      : 'for a defect';
  return `${device}${formatMoney(amount)} · ${until}`;
}

function Expectation({ outlook, isRefund }: { outlook: Outlook; isRefund: boolean }) {
  const { goods, shipping, labelBy, closed, outside } = outlook;
  return (
    <section className="grid gap-2 rounded-tile bg-sunken p-4 text-sm">
      <h2 className="font-semibold text-base">If it arrives as you received it</h2>
      {isRefund ? (
        <p>
          You get back <strong className="tabular font-semibold">{formatMoney(goods)}</strong>
          {shipping > 0 && ` and ${formatMoney(shipping)} of shipping`}. What is missing or damaged is
          deducted, each with its reason.
        </p>
      ) : (
        <p>We look at it first, and write to you about the repair or the replacement.</p>
      )}
      <p>{labelBy === 'store' ? 'We pay for the way back.' : 'You pay for the way back.'}</p>
      {closed.length > 0 && (
        <p>
          The time to change your mind is over for {closed.join(', ')}. If something is wrong with it, choose
          that reason.
        </p>
      )}
      {outside.length > 0 && (
        <p>
          The time for defects is over for {outside.join(', ')}. You can ask all the same; we read it and
          answer.
        </p>
      )}
    </section>
  );
}

function NotSent({ order, token }: { order: string; token: string | null }) {
  const fragment = token === null ? '' : `#token=${encodeURIComponent(token)}`;
  return (
    <EmptyState
      title="Nothing has been sent yet"
      action={
        <Link to={`/orders/${order}${fragment}`} className={buttonClass()}>
          Back to the order
        </Link>
      }
    >
      Until it ships, you can cancel the order on its page.
    </EmptyState>
  );
}
