import { type Identifier, identifierLabels } from '@reprise/contract/workshop/units/identifiers';

/** Numbers that were scanned and are in no record: their devices are to be scanned again. */
export function NumbersAside({ numbers }: { numbers: readonly Identifier[] }) {
  if (numbers.length === 0) return null;
  return (
    <section aria-label="Put aside" className="rounded-tile border border-warn bg-warn-tint/40 p-4">
      <h2 className="mb-2 font-semibold text-sm">
        Put aside, to be received again <span className="tabular font-normal">{numbers.length}</span>
      </h2>
      <ul className="grid gap-1 text-sm">
        {numbers.map(({ kind, value }) => (
          <li key={value} className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-ink-muted">{identifierLabels[kind]}</span>
            <span className="tabular wrap-anywhere font-medium">{value}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
