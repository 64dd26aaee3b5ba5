// Imported before everything else, by `npm start` and by the processes of the tests.
import module from 'node:module';

/**
 * Node reads all that a package says of its exports at each import of it and at each import between its files. Of
 * drizzle-orm that is 180 kB, 600 times: a quarter of a start. So its names are resolved once, and a file of it
 * that names another one by its path is taken at its word.
 */
const known = new Map();
const inside = '/node_modules/drizzle-orm/';

module.registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/')) {
      if (!known.has(specifier)) known.set(specifier, { ...next(specifier, context), shortCircuit: true });
      return known.get(specifier);
    }
    const { parentURL = '', conditions } = context;
    if (!parentURL.includes(inside) || !/^\..*\.js$/.test(specifier) || !conditions.includes('import')) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
