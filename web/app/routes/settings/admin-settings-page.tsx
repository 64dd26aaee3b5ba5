import { type Settings, type SettingsInput, settingsInput } from '@reprise/contract/foundations/settings';
import { storeCurrency } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { adminMeta } from '../../admin-ui/admin-meta.ts';
import { FormFailure } from '../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../admin-ui/screen-header.tsx';
import { UnsavedChanges } from '../../admin-ui/unsaved-changes.tsx';
import { api } from '../../api/browser-api.ts';
import { fieldErrorsOf, messageOf } from '../../api/error-message.ts';
import { formResolver, showAtFields } from '../../forms/form-resolver.ts';
import {
  type SettingName,
  type SettingsPart,
  settingFields,
  settingNames,
} from '../../foundations/settings/admin/setting-fields.ts';
import {
  type SettingsValues,
  valuesOfSettings,
  wireOfSettings,
} from '../../foundations/settings/admin/settings-values.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { PageSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { MoreSettings } from './more-settings.tsx';
import { SecurityTab } from './security-tab.tsx';
import { EmailTab, GeneralTab, PaymentTab, ShippingTab } from './settings-tabs.tsx';

export const meta = () => adminMeta('Settings');

/** Loaded when opened, and no routes of their own: the manifest of routes is part of every first load. */
const screens: Record<string, ComponentType> = {
  pages: lazy(() => import('../../foundations/page-texts/admin/pages-screen.tsx')),
  introductions: lazy(
    () => import('../../foundations/notifications/admin/introductions/introductions-screen.tsx'),
  ),
  tokens: lazy(() => import('../../people/identity/admin/api-tokens/api-tokens-screen.tsx')),
  webhooks: lazy(() => import('../../operations/webhooks/admin/webhooks-screen.tsx')),
  feeds: lazy(() => import('../../catalog/feeds/admin/feeds-screen.tsx')),
  returns: lazy(() => import('./returns-screen.tsx')),
  carrier: lazy(() => import('../../sales/orders/shipping/admin/carrier-screen.tsx')),
  zones: lazy(() => import('../../foundations/settings/admin/zones/zones-screen.tsx')),
  backups: lazy(() => import('../../operations/backup/admin/backups-screen.tsx')),
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

const tabs: { id: SettingsPart; label: string; content: ReactNode }[] = [
  { id: 'general', label: 'General', content: <GeneralTab /> },
  { id: 'email', label: 'Email', content: <EmailTab /> },
  { id: 'payment', label: 'Payment', content: <PaymentTab /> },
  { id: 'shipping', label: 'Shipping', content: <ShippingTab /> },
  { id: 'security', label: 'Security', content: <SecurityTab /> },
  { id: 'appearance', label: 'Appearance', content: <AppearanceTab /> },
];
const settingParts = [...tabs.map(({ id }) => id), 'devices' as const];

function SettingsForm({ settings }: { settings: Settings }) {
  const [params, setParams] = useSearchParams();
  const chooseTab = (tab: string) => setParams({ tab }, { replace: true, preventScrollReset: true });
  const fieldOfLink = settingNames.find((name) => name === params.get('field'));
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
  const part = settingParts.find((part) => part === params.get('tab')) ?? 'general';
  const focusField = useFieldFocus(part, chooseTab, form.setFocus, fieldOfLink);
  const showFirstError = (names: string[]) => {
    const invalid = settingNames.filter((name) => names.includes(name));
    const first = invalid.find((name) => settingFields[name].part === part) ?? invalid[0];
    if (first) focusField(first);
  };
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
  const page = useRef<HTMLFormElement>(null);
  // Scrolls the current tab into view on a phone, where the tabs scroll horizontally.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the tab changes
  useEffect(() => {
    const tab = page.current?.querySelector('[role="tab"][aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [part]);
  return (
    <FormProvider {...form}>
      <div className="xl:grid xl:grid-cols-[32rem_minmax(0,20rem)] xl:items-start xl:gap-12">
        <div>
          {part === 'devices' && (
            <Breadcrumb
              steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'Device settings' }]}
            />
          )}
          <form ref={page} noValidate onSubmit={submit} className="max-w-lg">
            <ScreenHeader
              title={part === 'devices' ? 'Device settings' : 'Settings'}
              isSticky={part !== 'devices'}
            >
              <Button type="submit" loading={saving.isPending}>
                Save Changes
              </Button>
            </ScreenHeader>
            {saving.isError && <SaveFailure error={saving.error} onLoadLatest={loadLatest} />}
            {part === 'devices' ? (
              <DeviceSettings />
            ) : (
              <Tabs label="Settings" tabs={tabs} value={part} onChange={chooseTab} />
            )}
          </form>
        </div>
        {part !== 'devices' && <MoreSettings />}
      </div>
      <UnsavedChanges isDirty={() => isDirty} allowsSamePage />
    </FormProvider>
  );
}

function SaveFailure({ error, onLoadLatest }: { error: Error; onLoadLatest: () => void }) {
  return (
    <FormFailure>
      <p>{messageOf(error, 'The settings were not saved. Try again in a moment.')}</p>
      {problemCodeOf(error) === 'EDIT_CONFLICT' && (
        <button
          type="button"
          onClick={onLoadLatest}
          className="mt-1 font-semibold underline underline-offset-3"
        >
          Discard my changes and load the latest settings
        </button>
      )}
    </FormFailure>
  );
}

/** Returns a function that focuses a field after opening its tab; at first it focuses the field of a link. */
function useFieldFocus(
  part: SettingsPart,
  choosePart: (part: SettingsPart) => void,
  setFocus: (name: SettingName) => void,
  fieldOfLink: SettingName | undefined,
) {
  const fieldToFocus = useRef<SettingName>(null);
  useEffect(() => {
    if (fieldOfLink) fieldToFocus.current = fieldOfLink;
  }, [fieldOfLink]);
  // Runs after each render: a field on another tab can take the focus only when its panel is visible.
  useEffect(() => {
    const name = fieldToFocus.current;
    if (!name || settingFields[name].part !== part) return;
    fieldToFocus.current = null;
    setFocus(name);
  });
  return (name: SettingName) => {
    if (settingFields[name].part === part) return setFocus(name);
    fieldToFocus.current = name;
    choosePart(settingFields[name].part);
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
  for (const name of settingNames) {
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
      // In one go: the page may be left only when the form is clean.
      flushSync(() => onSaved(answer.settings, sent));
      // Every amount on this page and in its caches is in the currency before.
      if (answer.settings.currency !== storeCurrency().code) return window.location.reload();
      notify('success', 'Settings saved successfully!');
    },
  });
}
