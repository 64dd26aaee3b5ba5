import { type Settings, type SettingsInput, settingsInput } from '@reprise/contract/foundations/settings';
import { problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf } from '../../../api/error-message.ts';
import { formResolver, showAtFields } from '../../../forms/form-resolver.ts';
import {
  type SettingsValues,
  valuesOfSettings,
  wireOfSettings,
} from '../../../foundations/settings/admin/settings-values.ts';
import { AppearanceTab } from '../../../routes/settings/appearance-tab.tsx';
import { SecurityTab } from '../../../routes/settings/security-tab.tsx';
import { EmailTab, GeneralTab, PaymentTab, ShippingTab } from '../../../routes/settings/settings-tabs.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { PageSkeleton, Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';

export const meta = () => adminMeta('Settings');

/** Loaded when opened, and no routes of their own: the manifest of routes is part of every first load. */
const screens: Record<string, ComponentType> = {
  pages: lazy(() => import('../../../foundations/page-texts/admin/pages-screen.tsx')),
  introductions: lazy(
    () => import('../../../foundations/notifications/admin/introductions/introductions-screen.tsx'),
  ),
  tokens: lazy(() => import('../../../people/identity/admin/api-tokens/api-tokens-screen.tsx')),
  webhooks: lazy(() => import('../../../operations/webhooks/admin/webhooks-screen.tsx')),
  feeds: lazy(() => import('../../../catalog/feeds/admin/feeds-screen.tsx')),
  carrier: lazy(() => import('../../../sales/orders/shipping/admin/carrier-screen.tsx')),
  backups: lazy(() => import('../../../operations/backup/admin/backups-screen.tsx')),
};

export default function AdminSettingsPage() {
  const [params] = useSearchParams();
  const Screen = screens[params.get('tab') ?? ''];
  if (!Screen) return <LoadedSettings />;
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Screen />
    </Suspense>
  );
}

function LoadedSettings() {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: () => api.getSettings(),
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <>
      {!settings.data && <ScreenHeader title="Settings" />}
      <Loaded query={settings} failed="Settings could not be loaded" look="framed" loading={<PageSkeleton />}>
        {(data) => <SettingsForm settings={data.settings} />}
      </Loaded>
    </>
  );
}

/** Tab of each field, to show a validation error on another tab. In the order of the screen. */
const tabOf: Record<keyof SettingsValues, string> = {
  storeName: 'general',
  storeDescription: 'general',
  storeEmail: 'general',
  storePhone: 'general',
  storeAddress: 'general',
  warrantyDays: 'general',
  returnDays: 'general',
  supportHours: 'general',
  timeZone: 'general',
  emailNotifications: 'email',
  orderConfirmations: 'email',
  marketingEmails: 'email',
  lowStockAlerts: 'email',
  newOrderAlerts: 'email',
  paypalEnabled: 'payment',
  klarnaEnabled: 'payment',
  reservationMinutes: 'payment',
  staffReservationDays: 'payment',
  holdMinutes: 'payment',
  refundLimit: 'payment',
  taxBasisPoints: 'payment',
  taxRates: 'payment',
  pricesIncludeTax: 'payment',
  taxId: 'payment',
  invoicePrefix: 'payment',
  invoiceFirstNumber: 'payment',
  freeShippingThreshold: 'shipping',
  standardShippingRate: 'shipping',
  expressShippingRate: 'shipping',
  standardDaysFrom: 'shipping',
  standardDaysTo: 'shipping',
  expressDays: 'shipping',
  carrierRates: 'shipping',
  taxByAddress: 'payment',
  unitChoice: 'shipping',
  requireScan: 'shipping',
  verifyWipes: 'shipping',
  laborRate: 'shipping',
  leastMargin: 'shipping',
  passports: 'shipping',
  twoFactorAuth: 'security',
  sessionTimeout: 'security',
  passwordPolicy: 'security',
  mailKeptDays: 'security',
  jobKeptDays: 'security',
  networkKeptDays: 'security',
  guestKeptDays: 'security',
  invoiceKeptYears: 'security',
  apiOrigins: 'security',
  primaryColor: 'appearance',
  accentColor: 'appearance',
  darkMode: 'appearance',
};
const fields = Object.keys(tabOf) as (keyof SettingsValues)[];

function SettingsForm({ settings }: { settings: Settings }) {
  const [params, setParams] = useSearchParams();
  const chooseTab = (tab: string) => setParams({ tab }, { replace: true, preventScrollReset: true });
  const form = useForm<SettingsValues, unknown, SettingsInput>({
    defaultValues: valuesOfSettings(settings),
    resolver: formResolver(settingsInput, wireOfSettings),
    // The form opens the tab of the first error and focuses the field there.
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  const saving = useSaveSettings(settings.version, (current, sent) => showSaved(form, current, sent));
  const queries = useQueryClient();
  const loadLatest = async () => {
    const read = { queryKey: ['settings'], queryFn: () => api.getSettings(), staleTime: 0 };
    const latest = await queries.fetchQuery(read);
    form.reset(valuesOfSettings(latest.settings));
    saving.reset();
  };
  const requestedTab = params.get('tab') ?? '';
  const current = Object.values(tabOf).includes(requestedTab) ? requestedTab : 'general';
  const showFirstError = useFirstError(current, chooseTab, form.setFocus);
  const submit = form.handleSubmit(
    (body) =>
      saving.mutate(
        { body, sent: form.getValues() },
        {
          onError: (error) => {
            showAtFields(form, fieldErrorsOf(error));
            showFirstError(fieldErrorsOf(error).map(({ field }) => field));
          },
        },
      ),
    (errors) => showFirstError(Object.keys(errors)),
  );
  const tabs = [
    { id: 'general', label: 'General', content: <GeneralTab /> },
    { id: 'email', label: 'Email', content: <EmailTab /> },
    { id: 'payment', label: 'Payment', content: <PaymentTab /> },
    { id: 'shipping', label: 'Shipping', content: <ShippingTab /> },
    { id: 'security', label: 'Security', content: <SecurityTab /> },
    { id: 'appearance', label: 'Appearance', content: <AppearanceTab /> },
  ];
  const page = useRef<HTMLFormElement>(null);
  // Scrolls the current tab into view on a phone, where the tabs scroll horizontally.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the tab changes
  useEffect(() => {
    const tab = page.current?.querySelector('[role="tab"][aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <FormProvider {...form}>
      <form ref={page} noValidate onSubmit={submit} className="max-w-lg">
        <ScreenHeader title="Settings" isSticky>
          <PagesLink />
          <Button type="submit" loading={saving.isPending}>
            Save Changes
          </Button>
        </ScreenHeader>
        {saving.isError && (
          <FormFailure>
            <p>{messageOf(saving.error, 'The settings were not saved. Try again in a moment.')}</p>
            {problemCodeOf(saving.error) === 'EDIT_CONFLICT' && (
              <button
                type="button"
                onClick={loadLatest}
                className="mt-1 font-semibold underline underline-offset-3"
              >
                Discard my changes and load the latest settings
              </button>
            )}
          </FormFailure>
        )}
        <Tabs label="Settings" tabs={tabs} value={current} onChange={chooseTab} />
      </form>
      <UnsavedChanges isDirty={() => isDirty} allowsSamePage />
    </FormProvider>
  );
}

function PagesLink() {
  return (
    <Link to="/admin/settings?tab=pages" className={buttonClass({ variant: 'outline' })}>
      Pages
    </Link>
  );
}

/** Returns a function that opens the tab of the first invalid field and focuses the field. */
function useFirstError(
  tab: string,
  chooseTab: (tab: string) => void,
  setFocus: (name: keyof SettingsValues) => void,
) {
  const fieldToFocus = useRef<keyof SettingsValues>(null);
  // Runs after each render: a field on another tab can take the focus only when its panel is visible.
  useEffect(() => {
    const name = fieldToFocus.current;
    if (!name || tabOf[name] !== tab) return;
    fieldToFocus.current = null;
    setFocus(name);
  });
  return (names: string[]) => {
    const invalid = fields.filter((name) => names.includes(name));
    const first = invalid.find((name) => tabOf[name] === tab) ?? invalid[0];
    if (!first) return;
    if (tabOf[first] === tab) return setFocus(first);
    fieldToFocus.current = first;
    chooseTab(tabOf[first]);
  };
}

/** Shows what was stored and keeps what was typed while the save was under way. */
function showSaved(
  form: Pick<UseFormReturn<SettingsValues>, 'getValues' | 'reset' | 'setValue'>,
  current: Settings,
  sent: SettingsValues,
): void {
  const typed = form.getValues();
  form.reset(valuesOfSettings(current));
  for (const name of fields) {
    if (typed[name] !== sent[name]) form.setValue(name, typed[name], { shouldDirty: true });
  }
}

/** Saves the settings; the response becomes the form's new default. */
function useSaveSettings(version: number, onSaved: (settings: Settings, sent: SettingsValues) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: { body: SettingsInput; sent: SettingsValues }) =>
      api.updateSettings({ body: { ...body, version } }),
    onSuccess: (answer, { sent }) => {
      queries.setQueryData(['settings'], answer);
      onSaved(answer.settings, sent);
      notify('success', 'Settings saved successfully!');
    },
  });
}
