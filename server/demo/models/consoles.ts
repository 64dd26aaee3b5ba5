import {
  legionGo,
  rogAlly,
  steamDeckLcd,
  steamDeckOled,
  switch2,
  switchLite,
  switchOled,
} from './consoles/handhelds.ts';
import {
  playstation5,
  playstation5Pro,
  playstation5Slim,
  xboxSeriesS,
  xboxSeriesX,
} from './consoles/tv-consoles.ts';
import type { DemoModel } from './model.ts';

export const consoles: readonly DemoModel[] = [
  ...[playstation5, playstation5Slim, playstation5Pro, xboxSeriesX, xboxSeriesS],
  ...[switchOled, switch2, switchLite, steamDeckOled, steamDeckLcd, rogAlly, legionGo],
];
