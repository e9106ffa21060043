import { asked, viewOf } from '../../keys/flow.ts';
import { keyNamed, keyWords } from '../../keys/key-words.ts';
import type { LinePart } from '../../keys/line-part.ts';
import { topOverlay } from '../../keys/overlay.ts';
import { type AnyPart, type AnyView, type Button, isForm, type PagePart } from '../../keys/parts.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { spansInWords } from '../../text/time-words.ts';
import { heading, listed, ofOthers, sentence, spoken } from '../words/spoken.ts';
import { type BoxContext, type Common, press, type SpokenBox, type } from './box.ts';
import { choicesBox } from './choices.ts';
import { footBox } from './foot-box.ts';
import { formBox, isOwnBox } from './form.ts';

/** A page is said as wide as it is: lines are broken as they are said. */
const WHOLE = 1_000_000_000;

/** Any box as lines: what is read in it is said, and the part that has the keys takes what is typed. */
export function partsBox(hands: BoxContext, open: OpenBox, before?: SpokenBox): SpokenBox {
  const world = hands.desk.world();
  const { box } = asked(open);
  const view = viewOf(world, open);
  const title = box.audience ? listed([heading(box.audience), box.title(view)]) : box.title(view);
  const pages = Object.values(box.parts).flatMap(part => (part.kind === 'page' ? pageWords(part, view) : []));
  const common: Common = {
    // The title of a form follows what is written in it.
    key: isForm(box) ? `box ${box.id}` : `box ${box.id} ${title}`,
    said: [sentence(title), ...pages],
    verb: box.verb,
    isOpen: () => {
      const top = topOverlay(hands.desk.world());
      return top?.self === open.self && asked(top).box === box ? top : undefined;
    },
    ...(open.fault === undefined ? {} : { fault: open.fault }),
  };
  if (box.place === 'foot') return footBox(hands, common, view);
  const part = box.parts[open.state.at]!;
  if (!isForm(box)) return partBox(hands, common, part, view, before);
  const { label = title } = part as { label?: SafeText };
  const row = { ...common, key: `${common.key} ${label}`, said: [sentence(label)] };
  const own = isOwnBox(part, view) ? partBox(hands, row, part, view, before) : undefined;
  return formBox(hands, common, view, own, () => partsBox(hands, common.isOpen()!));
}

function partBox(hands: BoxContext, common: Common, part: AnyPart, view: AnyView, before?: SpokenBox): SpokenBox {
  if (part.kind === 'choices') return choicesBox(hands, common, part, view, before);
  if (part.kind === 'text') return footBox(hands, common, view);
  if (part.kind === 'line') return lineBox(hands, common, part, view);
  if (part.kind === 'page')
    return pageBox(hands, { ...common, said: [common.said[0]!, ...pageWords(part, view)] }, part, view);
  return buttonsBox(hands, common, part.kind === 'buttons' ? part.buttons(view) : []);
}

/** The lines of a page behind two blanks; ours with commas in place of their columns. One that is there to be copied stays as it is. */
function pageWords(part: PagePart<unknown, unknown>, view: AnyView): readonly SafeText[] {
  const said = part.said?.(view).lines;
  if (said !== undefined || part.fills) return (said ?? part.lines(view, WHOLE)).map(ofOthers);
  return part.lines(view, WHOLE).map(line => ofOthers(spansInWords(heading(safeLine(line.trim())))));
}

/** Nothing scrolls here. */
function withoutScrolling(foot: SafeText | undefined): SafeText | undefined {
  return foot && safeLine(foot.replace('j k scroll · ', ''));
}

/** A page to read. Another line than one of its keys leaves it and is a line of its own. */
function pageBox(hands: BoxContext, { key, said }: Common, part: PagePart<unknown, unknown>, view: AnyView): SpokenBox {
  const own = new Set(part.keys?.map(one => one.key));
  const foot = part.said?.(view).keys ?? withoutScrolling(part.foot?.(view));
  return {
    key,
    words: said,
    ask: own.size === 0 || foot === undefined ? t`Empty: back.` : sentence(spoken(foot)),
    prompt: t`page`,
    ...(own.size === 0 ? { isOnlyRead: true as const } : {}),
    answer: line => {
      const named = keyNamed(line);
      if (named !== undefined && own.has(named)) {
        press(hands, named);
        return [];
      }
      press(hands, 'esc');
      return line === '' || named === 'esc' ? [] : 'passes';
    },
    answerAtOnce: () => [],
  };
}

function lineBox(hands: BoxContext, common: Common, part: LinePart<unknown, unknown>, view: AnyView): SpokenBox {
  const { key, said, verb, fault } = common;
  const { state } = view.open;
  const own = state.parts[state.at]!;
  const isSecret = part.isSecret?.(view) ?? false;
  const text = own.kind === 'line' && !isSecret ? own.draft.text : '';
  const rule = part.rule?.(view, text);
  const answer = (line: string): readonly SafeText[] => {
    if (line === '' || line === '~q') press(hands, 'esc');
    else {
      if (line !== '=' || text === '') {
        press(hands, 'end');
        press(hands, 'ctrl-u');
        type(hands, line);
      }
      press(hands, 'enter');
    }
    return [];
  };
  return {
    key,
    words: [...said, ...(rule ? [sentence(rule)] : []), ...(text === '' ? [] : [t`Now: ${safeLine(text)}`])],
    ...(isSecret ? { isSecret: true as const } : {}),
    ...(fault === undefined ? {} : { fault }),
    ask: text === '' ? t`Text: ${verb}; empty: back.` : t`Text: ${verb}; = ${verb} as it is; empty: back.`,
    prompt: isSecret ? t`secret` : t`text`,
    answer,
    answerAtOnce: answer,
  };
}

/** Answered by a key or the number of a button; anything else asks again. */
function buttonsBox(hands: BoxContext, { key, said }: Common, buttons: readonly Button[]): SpokenBox {
  const isYes = buttons.length === 1 && buttons[0]!.key === 'y';
  const rows = buttons.filter(({ isRow }) => isRow);
  const answer = (line: string): readonly SafeText[] => {
    const word = line.toLowerCase();
    const meant = buttons.find(({ key }) => key === line || key === keyNamed(line)) ?? rows[Number(line) - 1];
    if (meant) press(hands, meant.key);
    else if (word === 'yes' && buttons.some(one => one.key === 'y')) press(hands, 'y');
    else if (['', 'n', 'no', 'q', 'esc'].includes(word)) press(hands, 'esc');
    return [];
  };
  const keys = rows.map(({ key: name, words }, at) => spoken(t`${at + 1} ${words}, key ${keyWords(name)}`));
  return {
    key,
    words: [...said, ...keys],
    ask: isYes ? t`y: ${buttons[0]!.words}; no: back.` : t`A number or a key; no: back.`,
    prompt: isYes ? t`y or no` : t`answer`,
    answer,
    answerAtOnce: answer,
  };
}
