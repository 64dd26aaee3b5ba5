import { writePermissionTables } from './permission-tables.ts';

// `npm run permission-tables` updates the tables of docs/security.md from the contract.

writePermissionTables();
