import type { ReviewsByModel } from '../reviews.ts';

export const tabletReviews: ReviewsByModel = {
  'ipad-10th-generation-64-gb-blue': [
    [
      1,
      5,
      150,
      'Video calls from the middle',
      'Camera on the long side means my mother finally looks at me. No marks at all.',
    ],
    [3, 4, 40, '64 GB fills up', 'Enough for school and a few films. Battery at 91% after refurbishing.'],
    [
      4,
      4,
      2,
      'Ready in minutes',
      'No old account, no lock, latest system. Ding at one corner under the cover.',
    ],

    [
      12,
      5,
      61,
      'Homework and violin lessons',
      'The camera sees both of us during lessons. Corner ding is covered by the case it lives in.',
    ],
    [
      16,
      4,
      117,
      'Does what a tablet should',
      'Pages, films, calls. The pen situation confused me until I read their text about it.',
    ],
  ],
  'ipad-air-5th-generation-64-gb-space-gray': [
    [
      2,
      5,
      39,
      'For drawing',
      'The pencil charges firmly on the edge and the glass sits close to the line. No pressure spots.',
    ],
    [0, 5, 1, 'Matches the listing', 'Battery 92%, back without scratches, front without anything.'],

    [
      14,
      4,
      96,
      'Scratches where they said',
      'Around the keyboard contacts only. Two windows side by side never stutter.',
    ],
  ],
  'ipad-air-5th-generation-256-gb-starlight': [
    [
      13,
      5,
      52,
      'Not a trace of use',
      'I looked for one. Whole course material and three films fit without thinking.',
    ],
    [
      3,
      5,
      83,
      'Replaced a laptop on trips',
      'With a keyboard I leave the heavy machine at home. Battery at 97%.',
    ],
  ],
  'ipad-mini-6th-generation-64-gb-purple': [
    [
      17,
      5,
      22,
      'In the chest pocket of a jacket',
      'I read scores at rehearsals with one hand. Battery new, glass clear.',
    ],
    [
      15,
      5,
      79,
      'Chart plotter on the boat',
      'Size fits the mount and it is bright enough below the sprayhood. Dents at one side as written.',
    ],
    [
      12,
      4,
      134,
      'Scrolls a bit wavy',
      'Text wobbles when you scroll fast in portrait. After a day I no longer saw it.',
    ],
  ],
  'ipad-mini-6th-generation-256-gb-starlight': [
    [
      16,
      4,
      41,
      'Came from a cockpit',
      'Lighter patches where the holder was, which I find charming. Everything else is like new.',
    ],
  ],
  'ipad-pro-11-inch-1st-generation-64-gb-space-gray': [
    [
      13,
      5,
      66,
      'Straight as promised',
      'I put it on the kitchen worktop and nothing rocked. For eight years old it is absurdly quick.',
    ],
    [
      12,
      4,
      109,
      'Face ID beats the button',
      'Unlocks lying flat. 64 GB means deleting films after watching.',
    ],
    [
      4,
      3,
      30,
      'The bend is real',
      'You feel it with a flat hand. It was in the description and in the price, and the screen is lovely.',
    ],
  ],
  'ipad-pro-11-inch-m4-256-gb-space-black': [
    [
      14,
      5,
      28,
      'Black is black',
      'Star photos in a dark room have no gray veil. Eight cycles on it when it came.',
    ],
    [
      17,
      5,
      92,
      'Thin enough to worry about',
      'Nothing bends, I tried gently. Colors match my printer proof for the first time.',
    ],
    [2, 4, 55, 'More than I need', 'It idles at everything I do. Specks near the magnet are real and tiny.'],
  ],
  'galaxy-tab-s9-128-gb-graphite': [
    [
      4,
      5,
      44,
      'Pen included, finally',
      'New tips in the bag, no burn-in, and it survived a spilled tea in week one.',
    ],
    [
      1,
      4,
      123,
      'Heavy with a cover',
      'The display is the best I have had. One-handed reading in bed gets tiring.',
    ],

    [
      15,
      5,
      68,
      'Took it into the bath',
      'That was the point of the rating and it lived. New pen tips came in a small bag.',
    ],
  ],
  'galaxy-tab-s6-lite-64-gb-oxford-gray': [
    [
      12,
      5,
      37,
      'Lecture notes for the price of a book',
      'Pen needs no battery and the line follows closely. New cell, two days of classes.',
    ],
    [
      16,
      4,
      86,
      'Slow to wake, good to write',
      'Gives itself a second before it starts. Once awake I fill pages.',
    ],
    [
      13,
      4,
      145,
      'Library mark on the back',
      'Says which shelf it belonged to. Fine pen traces that vanish under the picture.',
    ],
    [
      1,
      2,
      51,
      'Too slow for games',
      'My nephew’s games stutter. I was told, I had not listened. Going back was simple.',
    ],
  ],
  'galaxy-tab-s8-ultra-8-gb-128-gb-graphite': [
    [
      15,
      5,
      12,
      'Second monitor for the train',
      'Wireless screen for my laptop that I can also draw on. Barely fits the fold-down table.',
    ],
    [
      14,
      4,
      74,
      'You need both hands',
      'Watching films in bed needs knees. The small dent by the power key does not bother me.',
    ],
  ],
  'surface-pro-9-8-gb-256-gb-platinum': [
    [
      0,
      4,
      94,
      'Buy the keyboard too',
      'Without a cover it is half a laptop. Stand holds at any angle, battery at 89%.',
    ],
    [
      3,
      3,
      35,
      'Gets warm',
      'Runs warm with two screens attached. Cosmetically as promised: faint arcs on the back.',
    ],

    [
      17,
      4,
      121,
      'Swapped the drive myself',
      'One screw, a terabyte, ten minutes. Arcs on the back are faint.',
    ],
  ],
  'pixel-tablet-128-gb-porcelain': [
    [
      12,
      5,
      47,
      'The kitchen got better',
      'Recipes while cooking, photos the rest of the day, decent radio always. Dock looks new.',
    ],
    [
      13,
      4,
      101,
      'Magnet marks',
      'Soft rings on the back where it docks. The loudspeaker is better than I thought it would be.',
    ],
    [
      16,
      5,
      20,
      'Grandparents use it',
      'They lift it off to call us and put it back. It is always charged, and that is the trick.',
    ],
  ],
  'fire-hd-10-13th-generation-32-gb-black': [
    [
      14,
      4,
      56,
      'Films on long drives',
      'Two of them on the back seats. No adverts on the lock screen, which had been my fear.',
    ],
    [
      17,
      3,
      105,
      'Know what it is',
      'No Google apps without tricks. As a player for films and library books it is right.',
    ],
    [
      15,
      5,
      15,
      'Thirteen hours for real',
      'Charged on Saturday, still at 30% on Wednesday evening. Slightly glossy back.',
    ],
  ],
  'yoga-tab-13-8-gb-128-gb-shadow-black': [
    [
      12,
      5,
      90,
      'It hangs on the cupboard',
      'The hook goes over my cabinet handle. Speakers fill the kitchen.',
    ],
    [
      16,
      4,
      34,
      'Console screen for the caravan',
      'HDMI works at once with the adapter in the box. Steel is rubbed where it hung.',
    ],
  ],
  'ipad-10th-generation-64-gb-yellow': [
    [
      5,
      3,
      75,
      'School engraving on the back',
      'It says so in the description and I underestimated it. Works without a fault and cost very little.',
    ],
  ],
};
