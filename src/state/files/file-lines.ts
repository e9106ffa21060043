import * as v from 'valibot';
import { AttachedFile } from './attached-file.ts';

/** A file as a line of a draft. What was uploaded for a change that failed is one attachment all the same: by its copy. */
export function fileLine({ copy, name, size }: AttachedFile): string {
  return JSON.stringify({ copy, name, size });
}

/** The files as the lines of a draft. */
export function fileLines(files: readonly AttachedFile[]): string {
  return files.map(fileLine).join('\n');
}

/** The files of a draft, each once. What is no file is left out. */
export function filesOfLines(text: string): readonly AttachedFile[] {
  const files = new Map<string, AttachedFile>();
  for (const line of text.split('\n')) {
    const { success, output } = v.safeParse(AttachedFile, parsed(line));
    if (success && !files.has(output.copy)) files.set(output.copy, output);
  }
  return [...files.values()];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
