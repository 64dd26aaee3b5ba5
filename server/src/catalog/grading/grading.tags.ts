/** Published grades and tests. */
export const gradingTag = 'grading';
