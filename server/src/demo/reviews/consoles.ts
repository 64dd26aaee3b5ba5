import type { ReviewsByModel } from '../reviews.ts';

export const consoleReviews: ReviewsByModel = {
  'playstation-5-825-gb-white': [
    [6, 5, 43, 'Fan replaced, and how', 'I have to look at the light to know that it is on.'],
    [9, 4, 89, 'Chip in the plate', 'A small one at the back. You can buy plates in any colour anyway.'],
  ],
  'playstation-5-slim-1-tb-white': [
    [
      7,
      5,
      25,
      'Fits the shelf at last',
      'The old one stood on the floor. Drive clicks on and off with a proper snap.',
    ],
    [10, 5, 62, 'New sticks, I could feel it', 'Tight and even. Two months of football and no drift.'],
    [
      13,
      4,
      100,
      'Marks on the gloss',
      'Under the lamp you see where somebody dusted. From the sofa you do not.',
    ],
    [
      16,
      2,
      36,
      'Came without the feet',
      'The feet were missing from the box and support needed four days to find some. Console is excellent.',
    ],
  ],
  'playstation-5-pro-2-tb-white': [
    [8, 5, 11, 'Sixty and sharp', 'No more choosing in the menu. Seal cut, nothing used.'],
    [
      12,
      4,
      59,
      'You pay for smooth',
      'Worth it on a large screen, not on a small one. Quiet even in summer.',
    ],
  ],
  'xbox-series-x-1-tb-black': [
    [11, 5, 47, 'All my discs since school', 'Four shelves of them, one box. Controller has new bumpers.'],
    [14, 4, 106, 'Heavier than I thought', 'Two rub marks where it stands. Updates took the first evening.'],
  ],
  'xbox-series-s-512-gb-robot-white': [
    [
      6,
      5,
      20,
      'Carried between two homes',
      'My nephew takes it along every other week. It starts where he stopped.',
    ],
    [9, 4, 82, 'Fills up fast', 'Six big games and it is full. For the money I move them about.'],
    [
      15,
      3,
      127,
      'Yellow side to the wall',
      'Bought Fair and turned the yellow side away. Runs without a sound.',
    ],
    [17, 5, 54, 'Controller like new', 'Sticks were changed. The grille is clean all the way in.'],
  ],
  'xbox-series-s-1-tb-carbon-black': [
    [7, 5, 13, 'Black hides better', 'Twice the room and no haze. The seals were still on it.'],
  ],
  'switch-oled-64-gb-white': [
    [10, 4, 65, 'A lovely picture', 'Dock is scratched inside where nobody looks. Sticks are centred.'],
    [
      12,
      5,
      111,
      'Better than the old one on the train',
      'The stand alone is worth it. Film was on when it arrived.',
    ],
  ],
  'switch-oled-64-gb-neon-blue-and-red': [
    [8, 5, 28, 'Two new sticks', 'We had three with drift in this house. This one has none after a summer.'],
    [
      16,
      3,
      96,
      'A worn hinge on the stand',
      'It stands, but not at every angle. Told beforehand, priced accordingly.',
    ],
  ],
  'switch-2-256-gb-black': [
    [
      6,
      5,
      10,
      'Magnets, not rails',
      'The snap when they go on is half the fun. Not banned online, which was my fear.',
    ],
    [9, 5, 37, 'Big in small hands', 'My daughter needs the table. The display is another world.'],
    [
      11,
      4,
      69,
      'Battery is what it is',
      'Three hours in heavy games. Hairlines on the film and none on the glass.',
    ],
  ],
  'switch-lite-32-gb-turquoise': [
    [
      7,
      5,
      80,
      'Perfect first console',
      'Light, bright and no loose parts. Sticks feel new because they are.',
    ],
    [14, 4, 34, 'Fine lines on the back', 'Only if you tilt it. My son named it after a fish.'],
    [13, 4, 117, 'No television, mind', 'We knew, the grandparents did not. Works like a charm in the car.'],
  ],
  'switch-lite-32-gb-coral': [[10, 5, 58, 'From a drawer', 'Somebody forgot they had it. Not one mark.']],
  'switch-lite-32-gb-gray': [
    [
      17,
      4,
      76,
      'Plain and proper',
      'New battery gives five hours of puzzles. Grey with white keys looks serious.',
    ],
  ],
  'steam-deck-oled-512-gb-black': [
    [6, 5, 15, 'Blacks are black', 'Played a dark game in a dark room and understood. Fan is a whisper.'],
    [12, 4, 87, 'Shiny grips', 'From somebody’s summer. Battery at 91%, so a short summer.'],
  ],
  'steam-deck-lcd-256-gb-black': [
    [
      8,
      5,
      49,
      'The quiet fan matters',
      'I had the loud one and sold it. This is the same console with manners.',
    ],
    [11, 4, 102, 'Short evenings', 'Two hours in new games, six in old ones. I play old ones.'],
    [
      15,
      1,
      53,
      'Screen went dark',
      'Fine for a week, then black. Refunded in full within two days of arriving back, so one star for the device only.',
    ],
  ],
  'steam-deck-lcd-64-gb-black': [
    [
      9,
      5,
      91,
      'Four screws and a new drive',
      'Bought the small one to open it. Everything inside was clean.',
    ],
  ],
  'rog-ally-z1-extreme-512-gb-white': [
    [
      7,
      4,
      41,
      'Windows on a sofa',
      'It is as awkward as that sounds and I love it. Card reader works warm and cold.',
    ],
    [
      10,
      5,
      75,
      'Fast display, fresh sticks',
      'White as paper. Fingerprint unlock on the power button is neat.',
    ],
  ],
  'legion-go-8-8-512-gb-shadow-black': [
    [
      13,
      4,
      31,
      'A cinema with handles',
      'The screen is huge and so is the weight. Stand has scratches I never see.',
    ],
    [6, 5, 92, 'Rails without play', 'They say tightened and they are. The mouse mode is odd and clever.'],
  ],
};
