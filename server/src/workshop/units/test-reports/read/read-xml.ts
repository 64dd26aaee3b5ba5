import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { unreadable } from '../../../../foundations/spreadsheets/file-text.ts';

export type TreeNode = { name: string; text: string; children: TreeNode[] };

const chunkLength = 64 * 1024;
const maxNodes = 1_000_000;
const maxDepth = 60;

/**
 * Reads an XML document. Entities of a document type are never expanded: a document that declares one is rejected, so that
 * no file is read and no text multiplied.
 */
export async function readXml(text: string): Promise<TreeNode> {
  const root: TreeNode = { name: '', text: '', children: [] };
  const open = [root];
  let nodes = 0;
  let fault = '';
  const parser = new Parser(
    {
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) fault ||= 'It declares a document type, which no report needs.';
      },
      onopentag: (name, attributes) => {
        nodes += 1 + Object.keys(attributes).length;
        const node: TreeNode = { name: attributes.name ?? name, text: '', children: [] };
        for (const [attribute, value] of Object.entries(attributes)) {
          if (!['name', 'type'].includes(attribute))
            node.children.push({ name: attribute, text: value, children: [] });
        }
        open.at(-1)?.children.push(node);
        open.push(node);
        if (nodes > maxNodes || open.length > maxDepth) fault ||= 'It is too large or too deep.';
      },
      ontext: (piece) => {
        const node = open.at(-1);
        if (node) node.text += piece;
      },
      onclosetag: (_name, isImplied) => {
        if (isImplied) fault ||= 'It ends in the middle, or an element is not closed.';
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let start = 0; start < text.length && fault === ''; start += chunkLength) {
    parser.write(text.slice(start, start + chunkLength));
    await setImmediate();
  }
  if (fault === '') parser.end();
  if (fault) throw unreadable(`The XML file cannot be read. ${fault}`);
  if (root.children.length === 0) throw unreadable('The XML file has no elements.');
  return root;
}
