import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSignOut } from '../../people/identity/use-sign-out.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { classNames } from '../../ui/class-names.ts';
import type { LucideIcon } from '../../ui/icons/icon.tsx';
import { ExternalLink, Keyboard, LogOut, Search } from '../../ui/icons/lucide.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { adminActions, adminScreens, matchesWords } from './nav-items.ts';
import { settingFieldItems } from './settings-items.ts';
import { openShortcutsSheet } from './shortcuts.tsx';
import { useSearchHits } from './use-search-hits.ts';

type Option = {
  id: string;
  label: string;
  hint?: string;
  Icon: LucideIcon;
  /** Runs the command, in a new tab if requested. */
  run: (newTab: boolean) => void;
};
type Group = { title: string; options: Option[] };

/**
 * Command palette with search, following the combobox pattern: arrow keys move through the results while the
 * focus stays in the field. Ctrl-Enter opens in a new tab.
 */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const { groups, loading, failed } = useGroups(typed, onClose);
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = options.find(({ id }) => id === chosen) ?? options[0];
  useEffect(() => {
    const element = active && document.getElementById(`${listId}-${active.id}`);
    element?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      return active.run(event.ctrlKey || event.metaKey);
    }
    const index = active ? options.indexOf(active) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    setChosen(options.at((index + step) % options.length)?.id ?? null);
  };

  return (
    <dialog {...useDialog(true, onClose)} aria-label="Find anything" className="modal mt-[12vh] max-w-lg p-0">
      <div className="flex max-h-[min(34rem,76dvh)] w-full flex-col">
        <div className="flex items-center gap-3 border-line border-b px-4">
          <Search className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-label="Find or do"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            placeholder="Order, device, lot, product, customer, screen, action"
            className="min-h-14 w-full bg-transparent text-base outline-none placeholder:text-ink-muted"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(null);
            }}
            onKeyDown={onKeyDown}
          />
          {loading && <Spinner label="Searching" />}
        </div>
        <p role="status" className="sr-only">
          {loading ? '' : `${options.length} ${options.length === 1 ? 'result' : 'results'}`}
        </p>
        <div
          id={listId}
          role="listbox"
          aria-label="Results"
          aria-busy={loading}
          className="overflow-y-auto overscroll-contain p-1.5"
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group) => (
            <OptionGroup
              key={group.title}
              group={group}
              listId={listId}
              active={active}
              onPoint={setChosen}
            />
          ))}
        </div>
        <Outcome typed={typed} failed={failed} empty={options.length === 0 && !loading && !failed} />
      </div>
    </dialog>
  );
}

function Outcome({ typed, failed, empty }: { typed: string; failed: boolean; empty: boolean }) {
  return (
    <>
      {failed && (
        <p role="alert" className="px-4 py-3 text-bad-text text-sm">
          Search failed. Keep typing to try again.
        </p>
      )}
      {empty && (
        <p className="px-4 py-6 text-center text-ink-muted text-sm">Nothing matches “{typed.trim()}”.</p>
      )}
    </>
  );
}

type OptionGroupProps = {
  group: Group;
  listId: string;
  active: Option | undefined;
  onPoint: (id: string) => void;
};

function OptionGroup({ group, listId, active, onPoint }: OptionGroupProps) {
  const titleId = `${listId}-${group.title}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fieldset
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} role="presentation" className="caption px-2.5 pt-2.5 pb-1">
        {group.title}
      </p>
      {group.options.map(({ id, label, hint, Icon, run }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, by the combobox pattern
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={id}
          id={`${listId}-${id}`}
          role="option"
          aria-selected={id === active?.id}
          onClick={(event) => run(event.ctrlKey || event.metaKey)}
          onMouseMove={() => onPoint(id)}
          className={classNames(
            'flex min-h-10 cursor-default items-center gap-3 rounded-control px-2.5 py-1.5 text-sm pointer-coarse:min-h-11',
            id === active?.id && 'bg-primary-tint',
          )}
        >
          <Icon className="size-4 shrink-0 text-ink-muted" strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0 truncate">{label}</span>
          {hint && (
            <span className="ml-auto min-w-0 max-w-[50%] truncate text-ink-muted text-xs">{hint}</span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Settings are many: they are searched from two letters on, and the best few are shown. */
const minSettingSearch = 2;
const maxSettings = 6;

function useGroups(typed: string, onClose: () => void) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const can = usePermissions();
  const search = useSearchHits(typed);
  const goTo = (to: string) => (newTab: boolean) => {
    onClose();
    if (newTab) window.open(to, '_blank', 'noreferrer');
    else void navigate(to);
  };
  const toOption = (item: { to: string; label: string; hint?: string; Icon: LucideIcon }): Option => ({
    ...item,
    id: item.to.replaceAll(/[^\w-]/g, '-'),
    run: goTo(item.to),
  });
  const others: (Option & { keywords?: string })[] = [
    {
      id: 'store',
      label: 'View store',
      Icon: ExternalLink,
      keywords: 'shop front',
      run: () => goTo('/')(true),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      Icon: Keyboard,
      keywords: 'keys help',
      run: () => {
        onClose();
        openShortcutsSheet();
      },
    },
    { id: 'sign-out', label: 'Sign out', Icon: LogOut, keywords: 'leave log', run: () => void signOut() },
  ];
  const screens = adminScreens.filter((screen) => can(screen.needs) && matchesWords(screen, typed));
  const actions = adminActions.filter((action) => can(action.needs) && matchesWords(action, typed));
  const settings =
    typed.trim().length < minSettingSearch
      ? []
      : settingFieldItems
          .filter((item) => can(item.needs) && matchesWords(item, typed))
          .slice(0, maxSettings);
  const groups: Group[] = [
    { title: 'Screens', options: screens.map((screen) => toOption({ ...screen, hint: `g ${screen.key}` })) },
    {
      title: 'Actions',
      options: [...actions.map(toOption), ...others.filter((other) => matchesWords(other, typed))],
    },
    { title: 'Settings', options: settings.map(toOption) },
    { title: 'Devices, orders, lots, products, customers and users', options: search.hits.map(toOption) },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    loading: search.loading,
    failed: search.failed,
  };
}
