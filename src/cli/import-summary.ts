import type { ImportResult } from '../center/intake/import-tally.ts';
import { counted, grouped } from '../text/numbers.ts';
import { join, type SafeText, safeLine, t } from '../text/safe.ts';

function toldOfLeftOut({ leftOut }: ImportResult): readonly SafeText[] {
  const { drafts, deleted, otherDates } = leftOut;
  const hidden = [
    ...(drafts > 0 ? [counted(drafts, t`draft`)] : []),
    ...(deleted > 0 ? [counted(deleted, t`deleted mail`)] : []),
  ];
  return [
    ...(hidden.length > 0 ? [t`Left out: ${join(hidden, t` and `)}; --include-deleted takes them.`] : []),
    ...(otherDates > 0 ? [t`Left out: ${counted(otherDates, t`mail`)} of other dates.`] : []),
  ];
}

/** The result of an import in sentences, a line each. */
export function toldOfImport(result: ImportResult): readonly SafeText[] {
  const { read, imported, doubles, setAsideCount, passedOver, conversations, open, isDryRun, isStopped } = result;
  const into = t`imported into ${counted(conversations, t`conversation`)}`;
  const what = t`${grouped(imported)} ${isDryRun ? t`would be imported` : into}`;
  const closed = conversations - open;
  return [
    t`${counted(read, t`mail`)} read: ${what}, ${grouped(doubles)} were there already, ${grouped(setAsideCount)} set aside.`,
    ...(conversations > 0
      ? [
          t`Of the conversations ${grouped(open)} ${open === 1 ? t`is` : t`are`} open, ${grouped(closed)} closed or archived.`,
        ]
      : []),
    ...toldOfLeftOut(result),
    ...(passedOver > 0
      ? [t`${counted(passedOver, t`file`)} without mail passed over: empty, pictures, documents, a mail program's own.`]
      : []),
    ...(isDryRun ? [t`Nothing was stored.`] : []),
    ...(isStopped ? [t`Stopped before the end; the same command goes on where it left off.`] : []),
  ];
}

/** Where the conversations are that did not land open. */
function whereClosed({ conversations, open }: ImportResult): SafeText {
  return open === conversations ? t`` : t` (/status:closed shows the closed)`;
}

/** The same in one line, for the desk. */
export function toldOfDeskImport(result: ImportResult): SafeText {
  const { imported, conversations, open, doubles, setAside, setAsideCount, leftOut, isDryRun } = result;
  const mails = counted(imported, t`mail`);
  const what = isDryRun
    ? t`Would import ${mails}`
    : t`Imported ${mails} into ${counted(conversations, t`conversation`)}, ${open} open${whereClosed(result)}`;
  const left = leftOut.drafts + leftOut.deleted + leftOut.otherDates;
  const last = setAside.at(-1);
  const why = last ? t` (the last: ${safeLine(last.reason)})` : t``;
  return t`${what}; ${doubles} were there, ${left > 0 ? t`${left} left out, ` : t``}${setAsideCount} set aside${why}.`;
}
