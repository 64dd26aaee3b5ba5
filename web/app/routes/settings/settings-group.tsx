import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { type SettingName, settingFields } from '../../foundations/settings/admin/setting-fields.ts';
import type { SettingsValues } from '../../foundations/settings/admin/settings-values.ts';

/** Returns label, registration and error of a field. */
export function useSetting() {
  const { register, formState } = useFormContext<SettingsValues>();
  return (name: SettingName) => ({
    ...register(name),
    label: settingFields[name].label,
    error: formState.errors[name]?.message,
  });
}

/** Group of fields with a title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-b py-5 first:pt-0 last:border-b-0">
      <h2 className="mb-3 font-semibold text-base">{title}</h2>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </section>
  );
}
