import { writePermissionTables } from './permission-tables.ts';

// `npm run permission-tables`: brings the tables of docs/security.md up to the contract.

writePermissionTables();
