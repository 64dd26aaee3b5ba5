import type { ReviewsByModel } from '../reviews.ts';

export const smartphoneReviews: ReviewsByModel = {
  'iphone-13-128-gb-midnight': [
    [
      12,
      5,
      143,
      'Dropped it into my life',
      'Restored from a backup over lunch. The new battery still says 100% after two months.',
    ],
    [
      14,
      4,
      48,
      'Cold does not bother it',
      'Minus twenty on the trail and it kept recording. Edge wear is visible, as the text says.',
    ],
    [
      16,
      5,
      19,
      'For my father',
      'He wanted what my mother has. Same phone, a third of the price, and the speaker is louder than hers.',
    ],
  ],
  'iphone-13-256-gb-blue': [
    [
      13,
      5,
      71,
      'All the photos fit',
      'Nine years of pictures came across with 80 GB to spare. Corner wear is where they said.',
    ],
  ],
  'iphone-15-pro-256-gb-natural-titanium': [
    [
      15,
      4,
      62,
      'Shiny spots, sharp photos',
      'Two bright marks on the frame from somebody’s keys. The 3x camera is what I bought it for.',
    ],
    [
      17,
      5,
      129,
      'Measured, not guessed',
      'The sheet said 91% battery and so does the phone. I wish all shops wrote it down.',
    ],
  ],
  'iphone-15-pro-128-gb-blue-titanium': [
    [
      14,
      4,
      27,
      'Worn in, works',
      'In a case nobody sees the corners. The scratch shows only on a black screen.',
    ],
  ],
  'iphone-xr-64-gb-yellow': [
    [
      12,
      4,
      88,
      'First phone for our son',
      'Yellow was his one condition. Battery is new and lasts him two school days.',
    ],
    [
      15,
      5,
      35,
      'Still good for the basics',
      'Bus times, messages and the odd photo. I know iOS ends here and paid accordingly.',
    ],
    [
      3,
      3,
      166,
      'Showing its age',
      'Clean and complete, but typing lags in large chats. Fine as the spare in the drawer.',
    ],
  ],
  'iphone-xr-128-gb-coral': [
    [
      16,
      5,
      54,
      'Coral is not sold any more',
      'Found one at last, with a single scratch next to the lens. Sounds and charges like it should.',
    ],
  ],
  'iphone-xr-64-gb-black': [
    [
      13,
      3,
      112,
      'A work tool',
      'Plenty of scratches, none of them in the way. GPS finds me faster than the one in my car.',
    ],
    [
      17,
      4,
      23,
      'Bought six for the warehouse',
      'All six at 82% or better and without any account lock. We scan parcels with them all day.',
    ],
  ],
  'iphone-17-256-gb-lavender': [
    [
      12,
      5,
      9,
      'One hundred percent, twelve cycles',
      'Somebody’s change of mind is now my phone. Scrolling is visibly smoother than on my 13.',
    ],
    [
      14,
      5,
      33,
      'Selfies that fit everybody',
      'The front camera widened itself for nine people at the table. No marks anywhere.',
    ],
    [
      5,
      4,
      21,
      'Camera key takes practice',
      'I pressed it by accident for a week. Sold as Good and I needed my glasses to find the scratch.',
    ],
  ],
  'iphone-17-512-gb-black': [
    [
      15,
      4,
      6,
      'Rubbed at the port',
      'The bare aluminium beside the port is two millimetres wide. Storage for the whole semester of film.',
    ],
  ],
  'galaxy-s22-128-gb-phantom-black': [
    [
      12,
      4,
      119,
      'Fits a small hand',
      'Reaching the top corner without shifting my grip was the point. Screen is free of shadows.',
    ],
    [
      17,
      2,
      64,
      'Runs hot while filming',
      'Ten minutes of 4K and it asks for a pause. That is the model and not the seller, but you should know.',
    ],
  ],
  'galaxy-s22-256-gb-green': [
    [
      13,
      4,
      92,
      'Green, quick, short of breath',
      'By six in the evening I look for a socket. Everything else about it I like.',
    ],
  ],
  'galaxy-s24-ultra-256-gb-titanium-gray': [
    [
      12,
      5,
      16,
      'I sign leases on it',
      'The pen is why I came. New tip, clean slot, and the glass hardly mirrors my office lights.',
    ],
    [
      15,
      5,
      75,
      'Moon, stage, bird',
      'Three photos I could not take before. One polished line on the frame below the buttons.',
    ],
    [
      16,
      4,
      110,
      'Large, heavy, superb',
      'Does not fit my running belt. Two full days between charges though.',
    ],
    [
      0,
      5,
      57,
      'Refurbished, and I forgot',
      'After a week I stopped thinking of it as used. Battery sticker says fitted this spring.',
    ],
  ],
  'galaxy-s24-ultra-512-gb-titanium-violet': [
    [
      13,
      4,
      39,
      'Violet is nearly grey',
      'In daylight you see the colour, otherwise not. Two specks, as promised.',
    ],
  ],
  'pixel-8-128-gb-hazel': [
    [
      14,
      5,
      84,
      'Cleans up my calls',
      'It removes wind from calls, which matters here. Camera bar has swirls you need a lamp for.',
    ],
    [
      16,
      4,
      137,
      'Small Android, at last',
      'Just small enough. The fingerprint reader needs two tries with cold hands.',
    ],
  ],
  'pixel-8-128-gb-obsidian': [
    [
      12,
      4,
      25,
      'Scuffed and happy',
      'The new screen is brighter than that of my friend’s. The mark on the back has my thumb on it anyway.',
    ],
    [
      15,
      3,
      81,
      'More scuffs than I pictured',
      'Everything works, but the lower edge is rough to the touch. A case solved it.',
    ],
  ],
  'pixel-9-128-gb-peony': [
    [13, 5, 14, 'That pink', 'It is properly pink and it makes people ask. Not one mark on the display.'],
    [
      17,
      5,
      44,
      'Best fingerprint reader so far',
      'Works through a wet thumb. It came with 96% and a full year of warranty.',
    ],
    [
      2,
      4,
      29,
      'Silver dots on the corners',
      'Where the rail lost its satin you see dots. From arm’s length it looks new.',
    ],
  ],
  'pixel-9-256-gb-wintergreen': [
    [
      14,
      5,
      67,
      'Looked after until 2031',
      'I keep phones for a long time, so that date decided it. Feels closed and solid.',
    ],
  ],
  'oneplus-12-12-gb-256-gb-flowy-emerald': [
    [
      16,
      5,
      50,
      'Full before breakfast ends',
      'Twenty-eight minutes from 4% with the charger they packed. Green like a bottle.',
    ],
    [
      13,
      4,
      98,
      'Curved glass is not for me',
      'Beautiful and slippery. A scratch along the curve shows on white pages, as they warned.',
    ],
  ],
  'oneplus-12-16-gb-512-gb-silky-black': [
    [
      12,
      5,
      103,
      'Faster than my laptop',
      'Edits raw photos without a pause. The matte back has two polished spots.',
    ],
  ],
  'fairphone-4-6-gb-128-gb-grey': [
    [
      14,
      5,
      72,
      'Swapped a part in two minutes',
      'Cracked the screen myself in spring, ordered a new one, four screws and done.',
    ],
    [
      16,
      4,
      131,
      'Thick and thankful',
      'Heavier than what I had. New battery, new cover, and I can carry a second cell for hikes.',
    ],
    [4, 3, 46, 'Camera is average', 'Good by day, noisy at night. I bought the idea and the idea works.'],
  ],
  'phone-2-12-gb-256-gb-white': [
    [
      13,
      5,
      59,
      'The timer on the back',
      'I cook with the strips counting down. No dust under the glass, which I checked with a torch.',
    ],
    [
      17,
      4,
      94,
      'Quieter than a notification',
      'Face down on the desk all day. Fine lines on the rail, all lights even.',
    ],
  ],
  'phone-2-8-gb-128-gb-dark-gray': [
    [
      15,
      4,
      18,
      'One light is dimmer',
      'They said so and one has to look for it. The software is the cleanest I have had.',
    ],
  ],
  'xperia-1-v-256-gb-black': [
    [
      14,
      5,
      41,
      'A camera with a telephone',
      'Half press, focus, shoot. The shutter key has both steps and the headphones go straight in.',
    ],
    [
      12,
      4,
      151,
      'Tall, narrow, different',
      'Films fill the whole screen. Paint has gone at the lower rail, and the updates end soon.',
    ],
  ],
};
