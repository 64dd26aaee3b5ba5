/** Address of the shop whose API this website calls. */
export const shopUrl = 'http://localhost:3000';
