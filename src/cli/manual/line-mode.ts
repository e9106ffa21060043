import { roffText, section } from './roff.ts';

const TEXTS = [
  'frontdesk --plain prints lines and draws nothing: for braille, speech, dumb terminals and very slow links. ' +
    'ACCESSIBLE=1 and the setting plain do the same.',
  'An action is typed as its key, its name or the first words of it, and Enter: e, archive 1042, next. ' +
    'Choices are numbered. help lists what can be typed.',
];

/** How the desk is used line by line. */
export function lineModeSection(): string {
  const [first, ...others] = TEXTS;
  return section('LINE MODE', roffText(first!), ...others.flatMap(text => ['.PP', roffText(text)]));
}
