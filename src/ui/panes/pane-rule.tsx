import type { ReactElement } from 'react';
import { cut } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { PaneBox } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { horizontalRule, Line } from '../widgets/line.tsx';
import { tailText } from './list-pane.tsx';

interface PaneRuleProps {
  /** The panes above it, from the left. */
  readonly boxes: readonly PaneBox[];
  /** The pane that has the keys, if there are others on the screen. */
  readonly active: PaneBox['pane'] | undefined;
  /** It has the text of the last row of a list beside a detail. */
  readonly hasTail: boolean;
}

/**
 * The rule below panes, bright below the one that has the keys. On a slow link it never changes: each column of it
 * takes three bytes.
 */
export function PaneRule({ boxes, active, hasTail }: PaneRuleProps): ReactElement {
  const isFast = useWorld(world => world.link === 'fast');
  const tail = useWorld(world => (hasTail ? tailText(world) : t``));
  return (
    <Line>
      {boxes.map(({ pane, columns, left }) => {
        const text = ruleWith(pane === 'list' ? tail : t``, columns);
        const isBright = isFast && pane === active;
        return [left > 0 && paint('dim', horizontalRule(1)), isBright ? text : paint('dim', text)];
      })}
    </Line>
  );
}

function ruleWith(text: SafeText, columns: number): SafeText {
  if (text === '') return horizontalRule(columns);
  const label = t`${horizontalRule(1)} ${cut(text, columns - 4)} `;
  return t`${label}${horizontalRule(columns - width(label))}`;
}
