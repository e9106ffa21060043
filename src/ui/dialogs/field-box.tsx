import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import type { Field } from '../../keys/action.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import type { Draft } from '../../text/edit.ts';
import { t } from '../../text/safe.ts';
import { graphemes } from '../../text/width.ts';
import type { Size } from '../layout.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { TextField } from '../widgets/text-field.tsx';
import { Box, placeBox } from './box.tsx';
import { UnderField, useUnderField } from './under-field.tsx';

const MAX_COLUMNS = 70;

/** The props of a box for a text: the field, if one is open, and the screen it stands on. */
export interface FieldBoxProps {
  readonly field: Field<unknown>;
  readonly overlay: FieldOverlay;
  readonly screen: Size;
}

/** One line to write. */
export function FieldBox({ field, overlay, screen }: FieldBoxProps): ReactElement {
  const title = useWorld(world => field.title(world, overlay));
  const columns = Math.min(MAX_COLUMNS, screen.columns - 2);
  const under = useUnderField(field, overlay, columns);
  const place = placeBox(screen, columns, 1 + under.rows.length);
  const draft = overlay.isSecret ? hidden(overlay.draft) : overlay.draft;
  return (
    <Box
      place={place}
      title={title}
      foot={t`Enter ${field.verb}${field.complete ? t` · Tab completes` : t``} · Esc back`}
    >
      <InkBox width={place.columns} height={1}>
        <Line>{t` `}</Line>
        <TextField draft={draft} columns={place.columns - 2} />
        <Line>{t` `}</Line>
      </InkBox>
      <UnderField under={under} columns={place.columns} />
    </Box>
  );
}

/** One sign for each character of a secret text. */
function hidden({ text, cursor }: Draft): Draft {
  const signsOf = (part: string) => '*'.repeat(graphemes(part).length);
  return { text: signsOf(text), cursor: signsOf(text.slice(0, cursor)).length };
}
