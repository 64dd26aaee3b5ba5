import type { DemoModel } from './model.ts';
import { appleWatch4, appleWatch9, appleWatch10, appleWatchSe2, appleWatchUltra } from './watches/apple.ts';
import { fenix7, instinct2 } from './watches/garmin.ts';
import { fitbitSense2, pixelWatch2, scanWatch } from './watches/others.ts';
import { galaxyWatch6Classic, galaxyWatchUltra } from './watches/samsung.ts';

export const watches: readonly DemoModel[] = [
  ...[appleWatch9, appleWatchUltra, appleWatch10, appleWatchSe2, appleWatch4],
  ...[galaxyWatch6Classic, galaxyWatchUltra, fenix7, instinct2],
  ...[pixelWatch2, fitbitSense2, scanWatch],
];
