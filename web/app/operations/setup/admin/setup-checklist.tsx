import type { Setup } from '@reprise/contract/operations/setup';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, type ButtonVariant, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Circle, CircleCheck, CircleMinus } from '../../../ui/icons/lucide.tsx';
import { OpenShopButton } from '../../opening/admin/open-shop-button.tsx';
import { useIsUnopened, usePreview } from '../../opening/admin/use-opening.ts';
import { setupTexts } from './setup-steps.ts';

type Step = Setup['steps'][number];

const queryKey = ['setup'];

function useSetup(enabled = true) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getSetup({}, { signal }),
    select: ({ setup }) => setup,
    enabled,
  });
}

/** The checklist on the dashboard of a shop that is not set up yet; nothing in the demo shop or once all is done. */
export function SetupCard() {
  const can = usePermissions();
  const { data } = useSetup(can('settings.manage'));
  if (!data || data.isDemo || data.steps.every(({ isDone, isSkipped }) => isDone || isSkipped)) return null;
  return <Checklist steps={data.steps} className="mb-3" />;
}

/** The checklist with its own loading and error looks. */
export function SetupChecklist() {
  return (
    <Loaded query={useSetup()} failed="The checklist could not be loaded" skeleton="h-96">
      {({ steps }) => <Checklist steps={steps} />}
    </Loaded>
  );
}

function Checklist({ steps, className }: { steps: Step[]; className?: string }) {
  const closed = steps.filter(({ isDone, isSkipped }) => isDone || isSkipped).length;
  const next = steps.find(({ isDone, isSkipped }) => !isDone && !isSkipped);
  return (
    <Card
      title="First day"
      flush
      {...(className && { className })}
      action={
        <p className="tabular text-ink-muted text-sm" role="status">
          {closed} of {steps.length} done or skipped
        </p>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <StepRow key={step.id} step={step} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { id, isDone, isSkipped } = step;
  const { title, text, to, action, other, keep } = setupTexts[id];
  const skip = useSkip();
  const isOpen = !isDone && !isSkipped;
  const variant = isNext ? 'primary' : 'outline';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 text-sm">
      <StepIcon step={step} />
      <div className={classNames('min-w-48 flex-1', !isOpen && 'text-ink-muted')}>
        <p className={classNames(isOpen && 'font-medium')}>
          {title}
          {isSkipped && ' (skipped)'}
        </p>
        {isOpen && <p className="text-ink-muted">{text}</p>}
      </div>
      <div className="flex flex-wrap gap-1.5 max-sm:pl-8">
        {isOpen && id === 'open' && <OpenShopButton variant={variant} />}
        {isOpen && id === 'order' && <StoreButton to={to} variant={variant} label={action} />}
        {isOpen && id !== 'open' && id !== 'order' && (
          <Link to={to} className={buttonClass({ size: 'sm', variant })}>
            {action}
          </Link>
        )}
        {isOpen && other && (
          <Link to={other.to} className={buttonClass({ size: 'sm', variant: 'outline' })}>
            {other.action}
          </Link>
        )}
        {!isDone && (
          <Button
            size="sm"
            variant="ghost"
            loading={skip.isPending}
            aria-label={`${isSkipped ? 'Take up again' : keep}: ${title}`}
            onClick={() => skip.mutate({ step: id, skipped: !isSkipped })}
          >
            {isSkipped ? 'Take up again' : keep}
          </Button>
        )}
      </div>
    </li>
  );
}

type StoreButtonProps = { to: string; label: string } & Pick<ButtonVariant, 'variant'>;

/** Leads to a page of the store; with the preview cookie while visitors do not see it. */
function StoreButton({ to, label, variant = 'outline' }: StoreButtonProps) {
  const isUnopened = useIsUnopened();
  const preview = usePreview();
  if (!isUnopened) {
    return (
      <Link to={to} className={buttonClass({ size: 'sm', variant })}>
        {label}
      </Link>
    );
  }
  return (
    <Button size="sm" variant={variant} loading={preview.isPending} onClick={() => preview.mutate(to)}>
      {label}
    </Button>
  );
}

function StepIcon({ step: { isDone, isSkipped } }: { step: Step }) {
  if (isDone) return <CircleCheck className="size-5 text-good-text" aria-label="Done" />;
  if (isSkipped) return <CircleMinus className="size-5 text-ink-faint" aria-label="Skipped" />;
  return <Circle className="size-5 text-ink-faint" aria-label="Open" />;
}

function useSkip() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ step, skipped }: { step: Step['id']; skipped: boolean }) =>
      api.skipSetupStep({ params: { step }, body: { skipped } }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
    onError: (error) => notifyFailure('The checklist was not changed', error),
  });
}
