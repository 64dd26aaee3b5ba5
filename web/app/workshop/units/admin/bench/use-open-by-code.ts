import { useNavigate } from 'react-router';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

/** State of the location of a device that was opened by scanner or keys: the next step has the focus. */
export const openedByKeys = { byKeys: true };

/** Returns what opens the device of a scanned or typed code. */
export function useOpenByCode(): (code: string) => Promise<void> {
  const navigate = useNavigate();
  return async (code) => {
    try {
      const { result } = await api.scanCode({ query: { code } });
      const [unit] = [...result.units, ...result.ending];
      if (unit) void navigate(`/admin/units/${unit.number}`, { state: openedByKeys });
      else notify('error', result.fault || `No device has the number ${code}. Receive it first.`);
    } catch (error) {
      notify('error', messageOf(error, noResponse('scan')));
    }
  };
}
