import { writePermissionTable } from './permission-table.ts';

// `npm run permission-table` updates the table of docs/security.md from the contract.

writePermissionTable();
