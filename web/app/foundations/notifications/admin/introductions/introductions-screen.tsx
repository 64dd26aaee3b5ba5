import type { MailIntroduction } from '@reprise/contract/foundations/notifications/mail-introductions';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { useDialogParam } from '../../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../../api/browser-api.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { ChevronRight } from '../../../../ui/icons/lucide.tsx';
import { kindOfMail } from '../mail-states.ts';
import { IntroductionDialog } from './introduction-dialog.tsx';

/** Mails to customers with their introductions. */
export default function IntroductionsScreen() {
  const edit = useDialogParam('edit');
  const introductions = useQuery({
    queryKey: ['mail-introductions'],
    queryFn: ({ signal }) => api.listMailIntroductions({}, { signal }),
  });
  const edited = introductions.data?.introductions.find(({ kind }) => kind === edit.value);
  return (
    <div className="max-w-lg">
      <Breadcrumb
        steps={[{ label: 'Settings', to: '/admin/settings?tab=email' }, { label: 'Email introductions' }]}
      />
      <ScreenHeader title="Email introductions" />
      <p className="mb-4 text-ink-muted text-sm">
        A few words of your own at the top of an email to customers. The text of the email follows.
      </p>
      <Loaded query={introductions} failed="Introductions could not be loaded" look="framed" skeleton="h-96">
        {(data) => (
          <ul className="divide-y divide-line rounded-tile border border-line bg-raised">
            {data.introductions.map((introduction) => (
              <IntroductionRow
                key={introduction.kind}
                introduction={introduction}
                onEdit={() => edit.open(introduction.kind)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {edited && <IntroductionDialog key={edited.kind} introduction={edited} onClose={edit.close} />}
    </div>
  );
}

type RowProps = { introduction: MailIntroduction; onEdit: () => void };

function IntroductionRow({ introduction: { kind, text }, onEdit }: RowProps) {
  return (
    <li className="relative flex min-h-14 items-center gap-4 px-4 py-2 hover:bg-sunken">
      <div className="min-w-0 flex-1">
        <button type="button" onClick={onEdit} className="font-medium after:absolute after:inset-0">
          {kindOfMail(kind)}
        </button>
        <p className="truncate text-ink-muted text-sm">{text || 'No introduction'}</p>
      </div>
      <ChevronRight className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
    </li>
  );
}
