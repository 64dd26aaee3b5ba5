import { Problem } from '@reprise/contract/problem';

/**
 * Returns a spreadsheet's text file as UTF-8: UTF-16 by its byte order mark, and what is not UTF-8 as Windows-1252, which
 * Excel writes as "CSV". Throws VALIDATION_ERROR for other files.
 */
export function toUtf8(content: Buffer): Buffer {
  if (content.length === 0) throw unreadable('This file is empty.');
  if (content.subarray(0, 2).toString('latin1') === 'PK')
    throw unreadable('This is an Excel workbook. Save it as CSV and send that file.');
  const text = decoded(content);
  // PostgreSQL cannot store NUL.
  if (text.includes(0)) throw unreadable('This is not a CSV file. Save the spreadsheet as CSV.');
  return text;
}

function decoded(content: Buffer): Buffer {
  const unicode = utf16Of(content);
  if (unicode) return Buffer.from(new TextDecoder(unicode).decode(content));
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return content;
  } catch {
    return Buffer.from(new TextDecoder('windows-1252').decode(content));
  }
}

function utf16Of([first, second]: Buffer): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

export function unreadable(message: string, details?: Record<string, unknown>): Problem {
  const errors = [{ field: 'file', message }];
  return new Problem('VALIDATION_ERROR', message, { errors, ...(details && { details }) });
}
