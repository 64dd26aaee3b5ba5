import { z } from 'zod';
import { validationMessage } from './validation-messages.ts';

// Zod shares its configuration among all its copies in a process. The client package leaves this module out, so that
// programs which use Zod themselves keep its messages.
z.config({ customError: validationMessage });
