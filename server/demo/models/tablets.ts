import type { DemoModel } from './model.ts';
import { ipad10, ipadAir5, ipadMini6, ipadPro11, ipadProM4 } from './tablets/apple.ts';
import { fireHd10, pixelTablet, surfacePro9, yogaTab13 } from './tablets/others.ts';
import { galaxyTabS6Lite, galaxyTabS8Ultra, galaxyTabS9 } from './tablets/samsung.ts';

export const tablets: readonly DemoModel[] = [
  ...[ipad10, ipadAir5, ipadMini6, ipadPro11, ipadProM4],
  ...[galaxyTabS9, galaxyTabS6Lite, galaxyTabS8Ultra],
  ...[surfacePro9, pixelTablet, fireHd10, yogaTab13],
];
