import { useSearchParams } from 'react-router';
import { readsCodes } from '../../rendering/scan-pages.ts';

/** State of the camera, which is part of the address: a reload leaves it on. */
export function useCameraParam(): { isOn: boolean; toggle: () => void } {
  const [params, setParams] = useSearchParams();
  const isOn = params.get('camera') === 'on';
  const toggle = () => {
    const next = new URLSearchParams(params);
    if (isOn) next.delete('camera');
    else next.set('camera', 'on');
    if (isOn || isCameraAllowed()) setParams(next, { replace: true, preventScrollReset: true });
    else window.location.search = next.toString();
  };
  return { isOn, toggle };
}

/** True if the policies of this document allow the camera. One that was opened on a page of the shop does not, and is reloaded. */
function isCameraAllowed(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return !opened || readsCodes(new URL(opened.name).pathname);
}
