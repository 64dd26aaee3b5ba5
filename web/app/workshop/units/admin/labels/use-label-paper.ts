import { useEffect, useState } from 'react';
import { browserStorage } from '../../../../browser/browser-storage.ts';
import { labelPapers, type Paper } from './label.ts';

const name = 'label-paper';

/** Paper of the label printer at this desk, which the browser remembers. */
export function useLabelPaper(): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper>('label-62x29');
  useEffect(() => {
    const stored = browserStorage().getItem(name);
    if (typeof stored === 'string' && stored in labelPapers) setPaper(stored as Paper);
  }, []);
  return [
    paper,
    (next) => {
      browserStorage().setItem(name, next);
      setPaper(next);
    },
  ];
}
