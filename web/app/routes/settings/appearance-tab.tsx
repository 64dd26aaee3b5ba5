import { formatTenths } from '@reprise/contract/formats';
import { useFormContext } from 'react-hook-form';
import { LogoCard } from '../../foundations/settings/admin/logo-card.tsx';
import { settingFields } from '../../foundations/settings/admin/setting-fields.ts';
import type { SettingsValues } from '../../foundations/settings/admin/settings-values.ts';
import { shades } from '../../ui/colors/brand-colors.ts';
import { contrast, type Oklch, parseHex } from '../../ui/colors/oklch.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Group, useSetting } from './settings-group.tsx';

export function AppearanceTab() {
  const setting = useSetting();
  return (
    <>
      <Group title="Logo">
        <LogoCard />
      </Group>
      <Group title="Colors">
        <ColorField name="primaryColor" hint="The one action of a screen, and links." />
        <ColorField name="accentColor" hint="Savings only." />
        <p className="text-ink-muted text-sm sm:col-span-2">
          Text and buttons use the nearest shade of each that reads well (contrast 4.5 or more), in light and
          in dark. Open pages show new colors after a reload.
        </p>
      </Group>
      <Group title="Theme">
        <Checkbox
          className="sm:col-span-2"
          hint="The store is dark for everyone. Off: it follows each visitor's device."
          {...setting('darkMode')}
        />
      </Group>
    </>
  );
}

type ColorFieldProps = { name: 'primaryColor' | 'accentColor'; hint: string };

function ColorField({ name, hint }: ColorFieldProps) {
  const { label } = settingFields[name];
  const { register, setValue, watch, formState } = useFormContext<SettingsValues>();
  const value = watch(name);
  const color = parseHex(value);
  return (
    <div className="grid content-start gap-3">
      <Field label={label} hint={hint} error={formState.errors[name]?.message}>
        {(control) => (
          <span className="flex gap-2">
            <input
              type="color"
              aria-label={`Choose: ${label}`}
              value={color ? value : '#000000'}
              onChange={(event) =>
                setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })
              }
              className="control w-12 shrink-0 p-1"
            />
            <input
              {...control}
              {...register(name)}
              type="text"
              spellCheck={false}
              className="control tabular"
            />
          </span>
        )}
      </Field>
      {color && (
        <div className="grid grid-cols-2 gap-2">
          <Preview color={color} theme="light" />
          <Preview color={color} theme="dark" />
        </div>
      )}
    </div>
  );
}

/** Previews the shades derived from a color, with their contrast. */
function Preview({ color, theme }: { color: Oklch; theme: 'light' | 'dark' }) {
  const shade = shades(color, theme);
  const background = theme === 'light' ? '#fffdf9' : '#181e26';
  const name = theme === 'light' ? 'Light' : 'Dark';
  return (
    <figure className="grid gap-2 rounded-control border border-line p-3" style={{ background }}>
      <span
        className="rounded-control px-3 py-1.5 text-center font-semibold text-sm"
        style={{ background: shade.fill, color: shade.on }}
      >
        Button
      </span>
      <span className="text-center text-sm" style={{ color: shade.text }}>
        Text <span className="tabular">{formatTenths(contrast(shade.text, background))}</span>
      </span>
      <span
        className="rounded-full px-2 text-center text-sm"
        style={{ background: shade.tint, color: shade.text }}
      >
        Badge
      </span>
      <figcaption
        className="tabular text-center text-xs"
        style={{ color: theme === 'light' ? '#4a4f59' : '#b6bcc6' }}
      >
        {name} · button {formatTenths(contrast(shade.fill, shade.on))}
      </figcaption>
    </figure>
  );
}
