import { mkdirSync, writeFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import openapiTypes, { astToString } from 'openapi-typescript';

// `node check/check-description.ts https://shop.example.com folder` lints the description of the API with the rules
// that Redocly recommends, and writes the types that openapi-typescript makes of it to `api.d.ts` in the folder.

const [url, folder] = process.argv.slice(2);
if (!url || !folder) throw new Error('Name the address of a shop and a folder.');
const text = await (await fetch(`${url}/api/openapi.json`)).text();
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/openapi.json`, text);

const config = await createConfig({ extends: ['recommended'] });
const problems = await lint({ ref: `${folder}/openapi.json`, config });
if (problems.length > 0) {
  for (const { ruleId, message, location } of problems) {
    console.error(`${ruleId}: ${message} ${location[0]?.pointer}`);
  }
  process.exit(1);
}
writeFileSync(`${folder}/api.d.ts`, astToString(await openapiTypes(JSON.parse(text))));
console.log('The description follows the recommended rules.');
