import type { ReactElement } from 'react';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { Line } from '../widgets/line.tsx';

interface FilesRowProps {
  /** The files in words; empty if there are none. */
  readonly files: SafeText;
  readonly columns: number;
}

/** The files that go with a text, in a row below it. Without files it draws nothing. */
export function FilesRow({ files, columns }: FilesRowProps): ReactElement | null {
  return files === '' ? null : <Line look="dim">{t` ${pad(t`with ${files}`, columns - 1)}`}</Line>;
}
