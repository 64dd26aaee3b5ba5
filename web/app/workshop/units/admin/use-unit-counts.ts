import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

/** Numbers of devices by state and of the caller's, apart from the lists: pages and filters do not change them. */
export const useUnitCounts = () =>
  useQuery({ queryKey: ['units', 'counts'], queryFn: ({ signal }) => api.countUnits({}, { signal }) }).data;
