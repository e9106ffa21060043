import { Box } from 'ink';
import type { ReactElement } from 'react';
import { earlierWords } from '../../state/detail/earlier-words.ts';
import { presentWords, turnWords, waitsText } from '../../state/list/words.ts';
import { statusOf } from '../../state/words/names.ts';
import { personName } from '../../state/words/person-name.ts';
import { cut, pad } from '../../text/cut.ts';
import { oneLine } from '../../text/one-line.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useWorld } from '../use-world.ts';
import { horizontalRule, Line, Lines } from '../widgets/line.tsx';
import {
  conversationPlace,
  detailHeadLines,
  detailLabel,
  isDetailBehind,
  isNarrow,
  useShown,
  waitsLook,
} from './detail-place.ts';
import { HeadLine } from './head-line.tsx';

/** With fewer rows, no rule and no line of its own for the people. */
const WHOLE_ROWS = 4;

interface DetailHeadProps {
  readonly columns: number;
  /** 4: title, people, place and tags, a rule. 2 and 1, below a list: the same in fewer lines. */
  readonly rows: number;
}

/**
 * The lines above a conversation. In one line, the title takes the room that it needs, and the rest has the remaining
 * one.
 */
export function DetailHead({ columns, rows }: DetailHeadProps): ReactElement {
  const id = useWorld(world => world.detail.conversationId);
  const conversation = useShown(id);
  const status = useWorld(world => (conversation ? statusOf(world, conversation) : t``));
  const place = useWorld(world => (conversation ? conversationPlace(world, conversation) : t``));
  const waits = useWorld(world => (conversation ? waitsText(conversation, world.now) : t``));
  const present = useWorld(world => (id === null ? t`` : presentWords(world, id)));
  const turn = useWorld(world => turnWords(world));
  const look = useWorld(world =>
    conversation && world.link === 'fast' && !isNarrow(columns) ? waitsLook(conversation, world.now) : 'plain',
  );
  const isBold = useWorld(world => world.pane === 'detail');
  // Over a slow link, a sign in the list says so already.
  const isBehind = useWorld(world => world.link === 'fast' && !isNarrow(columns) && isDetailBehind(world));
  const label = useWorld(detailLabel);
  const person = useWorld(world =>
    conversation?.requester ? personName(world, conversation.requester, columns - 2) : t`no contact`,
  );
  const [people, rest] = conversation
    ? detailHeadLines(conversation, person, { place, status: waits === '' ? t`` : status }, columns)
    : [t``, t``];
  const title = id === null ? t`No conversation` : t`#${id} ${conversation?.title ?? t``}`;
  const isWhole = rows >= WHOLE_ROWS;
  const isOneLine = rows === 1;
  const state = join([turn, present, waits || status].filter(Boolean), t` · `);
  const room = Math.max(columns >> 1, columns - width(title) - 4) - width(state) - 2;
  // The team's note about the customer, and their earlier conversations, have most room in the rule; without one, the rest.
  const note = conversation?.requester_note ? t`“${safeLine(oneLine(conversation.requester_note))}”` : t``;
  const before = isWhole ? [label, note] : [label, person, rest, note];
  const said = isWhole || conversation ? join(before.filter(Boolean), t` · `) : t``;
  const left = (isOneLine ? room : columns - (isWhole ? 4 : 2)) - (said === '' ? 0 : width(said) + 3);
  const earlier = useWorld(world => (id === null ? t`` : earlierWords(world, id, left)));
  const about = join([said, earlier].filter(Boolean), t` · `);
  const below = isWhole ? [people, rest] : [about];
  return (
    <Box flexDirection="column" height={rows} flexShrink={0}>
      <HeadLine
        columns={columns}
        title={title}
        beside={isOneLine ? t`${cut(about, room)} ` : t``}
        right={state}
        rightLook={look}
        isBold={isBold}
        isBehind={isBehind}
      />
      {isOneLine ? null : <Lines of={below.map(line => t` ${cut(line, columns - 2)}`)} />}
      {isWhole ? <Line look="dim">{[t` `, ruleOf(about, columns - 2)]}</Line> : null}
    </Box>
  );
}

function ruleOf(words: SafeText, columns: number): SafeText {
  const label = words === '' ? words : t` ${cut(words, columns - 2)} `;
  return pad(t`${label}${horizontalRule(columns - width(label))}`, columns);
}
