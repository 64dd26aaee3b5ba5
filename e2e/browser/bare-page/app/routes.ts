import { index, route } from '@react-router/dev/routes';

export default [index('list.ts'), route('cards', 'cards.ts')];
