import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/forms/checkbox.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Bookmark, Check, Columns3, Trash2 } from '../../ui/icons/lucide.tsx';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';
import type { ColumnSort } from './data-list.tsx';
import type { SavedView, useListPreferences } from './table-preferences.ts';
import { type ListParams, pageSize, pageSizes } from './use-list-params.ts';

type Preferences = ReturnType<typeof useListPreferences>;

/** Button of a list's toolbar that opens a panel; `side` is the edge of the button that the panel starts at. */
export function ListMenu({
  label,
  Icon,
  word,
  side = 'right',
  children,
}: {
  label: string;
  Icon: typeof Bookmark;
  word: string;
  side?: 'left' | 'right';
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Disclosure
      label={label}
      onOpen={() => panel.current && moveIntoWindow(panel.current)}
      className="relative"
      summaryClassName="control inline-flex min-h-9 w-auto cursor-pointer list-none items-center gap-1.5 py-1 text-sm"
      summary={
        <>
          <Icon className="size-4 text-ink-muted" aria-hidden="true" />
          <span className="max-w-32 truncate max-sm:sr-only">{word}</span>
        </>
      }
    >
      <div
        ref={panel}
        className={classNames(
          'absolute top-full z-30 mt-1 grid max-h-[70vh] w-72 gap-3 overflow-y-auto rounded-tile border border-line bg-raised p-3 shadow-float max-sm:w-[min(18rem,calc(100vw-2rem))]',
          side === 'left' ? 'left-0' : 'right-0',
        )}
      >
        {children}
      </div>
    </Disclosure>
  );
}

/** Shifts an open panel whose button is close to an edge of the window. */
function moveIntoWindow(panel: HTMLElement): void {
  const edge = 8;
  panel.style.translate = '';
  const { left, right } = panel.getBoundingClientRect();
  const shift = Math.max(edge - left, Math.min(0, document.documentElement.clientWidth - edge - right));
  if (shift !== 0) panel.style.translate = `${shift}px`;
}

type ViewsMenuProps = { builtIn: SavedView[]; view: string; preferences: Preferences };

/** Saved filters and sort orders: the built-in views, then the user's own. */
export function ViewsMenu({ builtIn, view, preferences }: ViewsMenuProps) {
  const { views, saveView, forgetView } = preferences;
  const current = [...views, ...builtIn].find(({ query }) => query === view);
  const everything = view === '';
  return (
    <ListMenu
      label={current ? `View: ${current.name}` : 'Views'}
      Icon={Bookmark}
      word={current?.name ?? 'Views'}
    >
      <ul className="grid gap-0.5">
        <ViewLink name="Everything" query="" isActive={everything} />
        {builtIn.map((saved) => (
          <ViewLink key={saved.name} {...saved} isActive={saved === current} />
        ))}
        {views.map((saved) => (
          <ViewLink
            key={saved.name}
            {...saved}
            isActive={saved === current}
            onForget={() => forgetView(saved.name)}
          />
        ))}
      </ul>
      {everything || current ? (
        <p className="text-ink-muted text-xs">
          {everything
            ? 'Search, filter or sort the list, then save it as a view.'
            : 'Change a filter to save another view.'}
        </p>
      ) : (
        <SaveView onSave={(name) => saveView({ name, query: view })} />
      )}
    </ListMenu>
  );
}

type ViewLinkProps = { name: string; query: string; isActive: boolean; onForget?: () => void };

function ViewLink({ name, query, isActive, onForget }: ViewLinkProps) {
  return (
    <li className="flex items-center gap-1">
      <Link
        to={`?${query}`}
        preventScrollReset
        aria-current={isActive ? 'true' : undefined}
        className={classNames(
          'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11',
          isActive && 'font-semibold',
        )}
      >
        <Check className={classNames('size-4 shrink-0', !isActive && 'opacity-0')} aria-hidden="true" />
        <span className="truncate">{name}</span>
      </Link>
      {onForget && (
        <IconButton label={`Delete the view ${name}`} size="sm" onClick={onForget}>
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      className="flex items-end gap-2 border-line border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onSave(name.trim().slice(0, 60));
        setName('');
      }}
    >
      <TextInput
        label="Save this view as"
        maxLength={60}
        fieldClassName="min-w-0 flex-1"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="secondary" disabled={!name.trim()}>
        Save
      </Button>
    </form>
  );
}

type DisplayMenuProps = {
  columns: { id: string; label: string; optional?: boolean; sort?: ColumnSort }[];
  listParams: ListParams;
  preferences: Preferences;
};

/** Columns, density and rows per page; on a phone, which has no table header, also the sort order. */
export function DisplayMenu({ columns, listParams, preferences }: DisplayMenuProps) {
  const name = useId();
  const { roomy, setRoomy, showColumn } = preferences;
  return (
    <ListMenu label="Columns and density" Icon={Columns3} word="Columns">
      <SortChoice columns={columns} listParams={listParams} />
      <ChoiceGroup label="Columns">
        {columns.slice(1).map(({ id, label, optional }) => (
          <Checkbox
            key={id}
            label={label}
            checked={preferences.columns[id] ?? !optional}
            onChange={(event) => showColumn(id, event.target.checked)}
          />
        ))}
      </ChoiceGroup>
      <ChoiceGroup label="Rows">
        <Radio label="Compact" name={name} checked={!roomy} onChange={() => setRoomy(false)} />
        <Radio label="Comfortable" name={name} checked={roomy} onChange={() => setRoomy(true)} />
      </ChoiceGroup>
      <ChoiceGroup label="Rows per page">
        {pageSizes.map((size) => (
          <Radio
            key={size}
            label={String(size)}
            name={`${name}-size`}
            checked={listParams.limit === size}
            onChange={() => listParams.change({ rows: size === pageSize ? undefined : String(size) })}
          />
        ))}
      </ChoiceGroup>
    </ListMenu>
  );
}

function SortChoice({ columns, listParams }: Pick<DisplayMenuProps, 'columns' | 'listParams'>) {
  const id = useId();
  const choices = columns.flatMap(({ label, sort }) => [
    ...(sort?.ascending ? [{ value: sort.ascending, label: `${label}, ascending` }] : []),
    ...(sort?.descending ? [{ value: sort.descending, label: `${label}, descending` }] : []),
  ]);
  if (choices.length === 0) return null;
  return (
    <div className="grid gap-1.5 sm:hidden">
      <label htmlFor={id} className="font-medium text-sm">
        Order
      </label>
      <select
        id={id}
        className="control"
        value={listParams.text('sort')}
        onChange={(event) => listParams.change({ sort: event.target.value || undefined })}
      >
        <option value="">Default order</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
