import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/browser-api.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';

/** Names stored tax rates that no address matches, from the settings that the screen has loaded. */
export function TaxRateFaults() {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => api.getSettings(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const faults = data?.settings.taxRateFaults ?? [];
  if (faults.length === 0) return null;
  return (
    <div className="grid gap-2 sm:col-span-2">
      {faults.map((fault) => (
        <ProblemBox key={fault} message={fault} />
      ))}
    </div>
  );
}
