import TextInput from 'ink-text-input';
import { type ReactElement, useContext } from 'react';
import type { Draft } from '../../text/edit.ts';
import { cursorPieces } from './cursor-pieces.ts';
import { fieldWindow } from './field-view.ts';
import { drawnText, ThemeContext } from './line.tsx';

/** One line being edited, exactly `columns` wide. Display only: keys change the draft in the store. */
export function TextField({ draft, columns }: { readonly draft: Draft; readonly columns: number }): ReactElement {
  const theme = useContext(ThemeContext);
  const value = drawnText(cursorPieces(fieldWindow(draft, columns), columns), theme);
  return <TextInput value={value} focus={false} showCursor={false} onChange={ignore} />;
}

function ignore(): void {
  // Keys never reach a field through Ink.
}
