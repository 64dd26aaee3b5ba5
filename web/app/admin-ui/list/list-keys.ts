/** Keys of lists: `j` and `k` move the focus to the next and the previous row, `x` ticks the row with the focus. */
const listKeys = ['j', 'k', 'x'] as const;
type ListKey = (typeof listKeys)[number];

export const isListKey = (key: string): key is ListKey => listKeys.some((listKey) => listKey === key);

/** Does what the key says in the list of the screen; returns false if there is no list or no such row. */
export function pressInList(key: ListKey): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('table.data-list tbody tr')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === 'x') {
    const tick = rows[current]?.querySelector<HTMLInputElement>('input[type=checkbox]');
    tick?.click();
    return tick !== undefined;
  }
  const next = rows[key === 'j' ? current + 1 : Math.max(0, current - 1)];
  const controls = [...(next?.querySelectorAll<HTMLElement>('a[href], button, select, input') ?? [])];
  const visible = controls.filter((control) => control.checkVisibility() && control.tabIndex >= 0);
  const target = visible.find(({ tagName }) => tagName === 'A') ?? visible[0];
  target?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return target !== undefined;
}
