import { Box } from 'ink';
import { type ReactElement, useRef } from 'react';
import { topOverlay } from '../../keys/overlay.ts';
import { waitsText } from '../../state/list/words.ts';
import { statusOf } from '../../state/names.ts';
import { personName } from '../../state/person-name.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { rule } from '../widgets/rule.ts';
import { labelOf, linesOf, placeOf, waitsLook } from './detail-place.ts';
import { HeadLine } from './head-line.tsx';
import { ShortHead } from './short-head.tsx';

/** With fewer rows, no rule and no line of its own for the people. */
const WHOLE_ROWS = 4;

interface DetailHeadProps {
  readonly columns: number;
  /** 4: title, people, place and tags, a rule. 2 and 1, below a list: the same in fewer lines. */
  readonly rows: number;
}

/** The lines above a conversation. */
export function DetailHead({ columns, rows }: DetailHeadProps): ReactElement {
  const id = useWorld(world => world.detail.conversationId);
  const conversation = useShown(id);
  const status = useWorld(world => (conversation ? statusOf(world, conversation) : t``));
  const place = useWorld(world => (conversation ? placeOf(world, conversation) : t``));
  const waits = useWorld(world => (conversation ? waitsText(conversation, world.now) : t``));
  const look = useWorld(world =>
    conversation && world.link === 'fast' ? waitsLook(conversation, world.now) : 'plain',
  );
  const isBold = useWorld(world => world.pane === 'detail');
  // Over a slow link, a sign in the list says so already.
  const isBehind = useWorld(world => world.link === 'fast' && isDetailBehind(world));
  const label = useWorld(labelOf);
  const person = useWorld(world =>
    conversation?.requester ? personName(world, conversation.requester, columns - 2) : t`no contact`,
  );
  const [people, rest] = conversation
    ? linesOf(conversation, person, { place, status: waits === '' ? t`` : status }, columns)
    : [t``, t``];
  const title = id === null ? t`No conversation` : t`#${id} ${conversation?.title ?? t``}`;
  if (rows < WHOLE_ROWS) {
    const about = conversation ? join([label, person, rest].filter(Boolean), t` · `) : t``;
    return (
      <ShortHead
        columns={columns}
        rows={rows}
        texts={{ title, state: waits || status, about }}
        look={look}
        isBold={isBold}
        isBehind={isBehind}
      />
    );
  }
  return (
    <Box flexDirection="column" height={rows} flexShrink={0}>
      <HeadLine
        columns={columns}
        title={title}
        right={waits || status}
        rightLook={look}
        isBold={isBold}
        isBehind={isBehind}
      />
      <Line>{t` ${cut(people, columns - 2)}`}</Line>
      <Line>{t` ${cut(rest, columns - 2)}`}</Line>
      <Line look="dim">{[t` `, ruleOf(label === '' ? label : t` ${label} `, columns - 2)]}</Line>
    </Box>
  );
}

function ruleOf(label: SafeText, columns: number): SafeText {
  return pad(t`${label}${rule(columns - width(label))}`, columns);
}

/** The list's cursor has moved on and the detail has not followed yet; the list shows a sign for it. */
function isDetailBehind({ pane, list, detail }: World): boolean {
  return pane === 'list' && list.cursorId !== null && detail.conversationId !== null
    ? list.cursorId !== detail.conversationId
    : false;
}

/**
 * The conversation shown. Over a slow link, nothing more is drawn of a conversation that the cursor has left or a box
 * covers.
 */
function useShown(id: number | null): Conversation | undefined {
  const now = useWorld(world => (id === null ? undefined : conversationOf(world, id)));
  const isLeft = useWorld(
    world => world.link === 'slow' && (isDetailBehind(world) || topOverlay(world)?.kind === 'picker'),
  );
  const shown = useRef(now);
  if (!isLeft || shown.current?.id !== id) shown.current = now;
  return shown.current;
}
