import { type AttachedFile, fileLine, filesOfLines } from '../files/attached-file.ts';
import type { MailKind } from '../world/draft-kinds.ts';
import type { Drafts } from '../world.ts';
import { draftKey, fieldOf, withDraftFields, withoutWords } from './drafts.ts';

/** The texts that files can go with. */
export type WithFiles = 'note' | MailKind;

/** The files of a conversation’s unsent note or mail. */
export function draftFiles(drafts: Drafts, kind: WithFiles, id: number): readonly AttachedFile[] {
  return filesOfLines(fieldOf(drafts, draftKey(kind, id), 'files'));
}

/** The drafts with one more file; a copy is there once. */
export function withFile(drafts: Drafts, kind: WithFiles, id: number, file: AttachedFile): Drafts {
  const files = draftFiles(drafts, kind, id);
  if (files.some(({ copy }) => copy === file.copy)) return drafts;
  return withDraftFields(drafts, [[draftKey(kind, id), 'files', [...files, file].map(fileLine).join('\n')]]);
}

/** The drafts without a file. */
export function withoutFile(drafts: Drafts, kind: WithFiles, id: number, file: AttachedFile): Drafts {
  return withoutWords(drafts, [draftKey(kind, id), 'files', fileLine(file)]);
}
