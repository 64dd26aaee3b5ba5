import { type Logo, type LogoVariant, logo as logoSchema } from '@reprise/contract/foundations/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { sendForm } from '../../../api/send-form.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { StoreLogo } from '../store-logo.tsx';

const labels: Record<LogoVariant, string> = { light: 'Logo', dark: 'Logo for dark backgrounds' };

/** Uploads and removes the logo, apart from the settings form around it. */
export function LogoCard() {
  const { data } = useQuery({ queryKey: ['settings'], queryFn: () => api.getSettings() });
  const logo = data?.settings.logo ?? null;
  const name = data?.settings.storeName ?? '';
  return (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <LogoField variant="light" logo={logo} name={name} />
      {logo && <LogoField variant="dark" logo={logo} name={name} />}
      <p className="text-ink-muted text-sm sm:col-span-2">
        PNG, WebP or JPEG, at least 32 pixels high, best 128 with a transparent background. It replaces the
        name in the header of the store and in emails, and is printed on invoices. Without a logo for dark
        backgrounds the same is shown on both.
      </p>
    </div>
  );
}

type LogoFieldProps = { variant: LogoVariant; logo: Logo | null; name: string };

function LogoField({ variant, logo, name }: LogoFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const change = useLogoChange(variant);
  const isSet = Boolean(logo?.[variant]);
  const choose = (chosen: File | undefined) => {
    if (file.current) file.current.value = '';
    if (chosen) change.mutate(chosen);
  };
  return (
    <section aria-label={labels[variant]} className="grid content-start gap-2">
      <h3 className="font-medium text-sm">{labels[variant]}</h3>
      <div
        className="grid h-20 place-items-center overflow-hidden rounded-control border border-line px-3 text-sm"
        style={
          variant === 'light'
            ? { background: '#faf7f1', color: '#1d232c' }
            : { background: '#11161d', color: '#ece8e0' }
        }
      >
        {logo ? <StoreLogo logo={logo} name={name} scheme={variant} /> : name}
      </div>
      {change.isError && (
        <ProblemBox message={messageOf(change.error, 'The logo was not changed. Try again.')} />
      )}
      <div className="flex flex-wrap gap-2">
        <input
          ref={file}
          type="file"
          accept="image/png,image/webp,image/jpeg"
          aria-label={`${labels[variant]}: image file`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <Button variant="outline" size="sm" loading={change.isPending} onClick={() => file.current?.click()}>
          {isSet ? 'Replace' : 'Upload'}
        </Button>
        {isSet && (
          <Button variant="ghost" size="sm" disabled={change.isPending} onClick={() => change.mutate(null)}>
            Remove
          </Button>
        )}
      </div>
    </section>
  );
}

/** Stores a file, or removes the logo for null. */
function useLogoChange(variant: LogoVariant) {
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  return useMutation({
    mutationFn: (file: File | null) =>
      file ? uploadLogo(variant, file) : api.removeLogo({ params: { variant } }).then(({ logo }) => logo),
    onSuccess: async (logo, file) => {
      queries.setQueryData<Awaited<ReturnType<typeof api.getSettings>>>(
        ['settings'],
        (answer) => answer && { settings: { ...answer.settings, logo } },
      );
      notify('success', file ? 'Logo saved.' : 'Logo removed.');
      await revalidate();
    },
  });
}

async function uploadLogo(variant: LogoVariant, file: File): Promise<Logo> {
  const form = new FormData();
  form.append('file', file);
  const answer = (await sendForm(`/settings/logo/${variant}`, form, {})) as { logo: unknown };
  return logoSchema.parse(answer.logo);
}
