import type { AnyAction, Field } from '../../keys/action.ts';
import { replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { heading, listed, sentence } from '../words/spoken.ts';
import { type Box, type Hands, press, type } from './box.ts';
import { tilde } from './tilde.ts';
import { writtenWords } from './written-words.ts';

/** A text to write: one line, or lines up to one with a dot alone. */
export function fieldBox(hands: Hands, action: AnyAction, field: Field<unknown>, opened: FieldOverlay): Box {
  const world = hands.desk.world();
  const title = listed([field.audience && heading(field.audience), field.title(world, opened)]);
  const rule = field.rule?.(world, opened);
  const common = {
    key: `field ${action.id} ${title}`,
    words: [
      sentence(title),
      ...(rule ? [sentence(rule)] : []),
      ...(opened.isSecret ? [] : writtenWords(world, opened, field)),
    ],
    ...(opened.isSecret ? { isSecret: true as const } : {}),
    ...(opened.fault === undefined ? {} : { fault: opened.fault }),
  };
  return opened.multiline ? manyLines(hands, action, common, field) : oneLine(hands, opened, common, field);
}

type Common = Pick<Box, 'key' | 'words' | 'isSecret' | 'fault'>;

function oneLine(hands: Hands, { draft, isSecret }: FieldOverlay, common: Common, { verb }: Field<unknown>): Box {
  const hasText = draft.text !== '' && !isSecret;
  const answer = (line: string): readonly SafeText[] => {
    if (line === '' || line === '~q') press(hands, 'esc');
    else {
      if (line !== '=' || !hasText) {
        toEnd(hands);
        press(hands, 'ctrl-u');
        type(hands, line);
      }
      press(hands, 'enter');
    }
    return [];
  };
  return {
    ...common,
    ask: hasText ? t`Text: ${verb}; = ${verb} as it is; empty: back.` : t`Text: ${verb}; empty: back.`,
    prompt: isSecret ? t`secret` : t`text`,
    answer,
    answerAtOnce: answer,
  };
}

const MANY = t`Write lines; a dot alone sends. e alone opens your editor. ~q goes back, ~? tells more.`;

function manyLines(hands: Hands, action: AnyAction, common: Common, field: Field<unknown>): Box {
  const written = (): FieldOverlay | undefined => {
    const top = topOverlay(hands.desk.world());
    return top?.kind === 'field' && top.actionId === action.id ? top : undefined;
  };
  const add = (line: string): void => {
    toEnd(hands);
    const text = written()?.draft.text ?? '';
    type(hands, text === '' ? line : `\n${line}`);
  };
  const send = (): void => {
    toEnd(hands);
    press(hands, 'ctrl-d');
  };
  return {
    ...common,
    ask: MANY,
    prompt: safeLine(field.audience?.split(' ')[0]?.toLowerCase() ?? 'text'),
    isText: true,
    answer: line => {
      const now = written();
      if (line === '.') send();
      else if (line === 'e' && now?.draft.text === '') press(hands, 'ctrl-g');
      else if (line.startsWith('~') && now) return tilde(hands, now, field, line.slice(1), add);
      else add(line);
      return [];
    },
    answerAtOnce: words => {
      const isDraft = written()?.draft.text !== '';
      add(words);
      if (isDraft) return [t`There was a draft: this is added to it. A dot alone sends both, ~p reads them.`];
      send();
      return [];
    },
  };
}

/** Puts the cursor behind what is written. */
function toEnd({ desk }: Hands): void {
  const top = topOverlay(desk.world());
  if (top?.kind !== 'field') return;
  const { text } = top.draft;
  replaceOverlay(desk, { ...top, draft: { text, cursor: text.length } });
}
