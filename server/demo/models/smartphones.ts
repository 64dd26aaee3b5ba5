import type { DemoModel } from './model.ts';
import { iphone13, iphone15Pro, iphone17, iphoneXr } from './smartphones/apple.ts';
import { pixel8, pixel9 } from './smartphones/google.ts';
import { fairphone4, nothingPhone2, onePlus12, xperia1V } from './smartphones/others.ts';
import { galaxyS22, galaxyS24Ultra } from './smartphones/samsung.ts';

export const smartphones: readonly DemoModel[] = [
  ...[iphone13, iphone15Pro, iphoneXr, iphone17],
  ...[galaxyS22, galaxyS24Ultra, pixel8, pixel9],
  ...[onePlus12, fairphone4, nothingPhone2, xperia1V],
];
