import { useState } from 'react';
import { hasSingleKeys, setSingleKeys } from '../../admin-ui/single-keys.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { adminScreens } from './nav-items.ts';

const everywhere: [keys: string[], what: string][] = [
  [['Ctrl', 'K'], 'Find anything, do anything'],
  [['/'], 'Search the list'],
  [['Ctrl', 'S'], 'Save the form'],
  [['j'], 'Next row of the list'],
  [['k'], 'Previous row of the list'],
  [['x'], 'Tick the row'],
  [['a'], 'On the bench: assign the device to yourself'],
  [['1'], 'On a device: open its first step; 2 to 5 the others'],
  [['p'], 'On a device: pass what is left of the step'],
  [['f'], 'On a device: fail the test that has the focus'],
  [['Ctrl', 'Enter'], 'On a device: save the step, then go on to the next'],
  [['r'], 'In a return: scan what arrived; a to approve, c to count'],
  [['d'], 'In a return: decide on the next line; s to settle, b to send back'],
  [['m'], 'In a return: write to the customer'],
  [['n'], 'New product, order, user or category, depending on the screen'],
  [['Ctrl', 'Z'], 'Undo, while a notification offers it'],
  [['?'], 'This help'],
  [['Esc'], 'Close a dialog'],
];

/** Lists the keyboard shortcuts of the admin. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const can = usePermissions();
  const [isOn, setOn] = useState(hasSingleKeys);
  const screens = adminScreens.filter(({ needs }) => can(needs));
  return (
    <Modal open onClose={onClose} title="Keyboard shortcuts">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the list scrolls, so it needs the focus */}
      <section tabIndex={0} aria-label="Shortcuts" className="grid gap-6 sm:grid-cols-2">
        <Keys title="Everywhere" rows={everywhere} />
        <Keys title="Go to" rows={screens.map(({ key = '', label }) => [['g', key], label])} />
      </section>
      <Checkbox
        className="mt-5"
        label="Shortcuts of a single key"
        hint="Switch them off if you speak to your computer. The palette still opens this help."
        checked={isOn}
        onChange={(event) => {
          setOn(event.target.checked);
          setSingleKeys(event.target.checked);
        }}
      />
      <p className="mt-3 text-ink-muted text-sm">On a Mac, use Cmd instead of Ctrl.</p>
    </Modal>
  );
}

function Keys({ title, rows }: { title: string; rows: [keys: string[], what: string][] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-sm">
        {rows.map(([keys, description]) => (
          <div key={description} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-6 min-w-6 place-items-center rounded border border-line bg-sunken px-1.5 font-sans text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
