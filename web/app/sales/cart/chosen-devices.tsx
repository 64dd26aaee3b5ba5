/** Numbers of the devices that the buyer chose. */
export function ChosenDevices({ numbers = [] }: { numbers?: readonly string[] | undefined }) {
  if (numbers.length === 0) return null;
  return (
    <span className="tabular block text-ink-muted text-sm">
      {numbers.length === 1 ? 'Your device' : 'Your devices'}: {numbers.join(', ')}
    </span>
  );
}
