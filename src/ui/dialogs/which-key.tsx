import { type ReactElement, useEffect, useState } from 'react';
import { keyLabel } from '../../keys/help.ts';
import { boundIn, continuationsOf } from '../../keys/keymap.ts';
import { pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import type { Size } from '../layout.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Fill, Line } from '../widgets/line.tsx';
import { DialogBox, placeBox } from './box.tsx';

/** An agent who knows the sequence has typed it by then. */
const DELAY_MS = 400;
const MAX_COLUMNS = 40;
const KEY_COLUMNS = 3;

/** The keys that can follow those typed so far; shown only after a pause. */
export function WhichKey({ screen }: { readonly screen: Size }) {
  const prefix = useWorld(world => world.prefix);
  const desk = useDesk();
  const [shownFor, setShownFor] = useState<readonly string[]>([]);
  useEffect(() => {
    if (prefix.length === 0) return undefined;
    return desk.setTimer(() => setShownFor(prefix), DELAY_MS);
  }, [prefix, desk]);
  return prefix.length > 0 && shownFor === prefix ? <WhichKeyBox prefix={prefix} screen={screen} /> : null;
}

interface WhichKeyBoxProps {
  readonly prefix: readonly string[];
  readonly screen: Size;
}

function WhichKeyBox({ prefix, screen }: WhichKeyBoxProps): ReactElement {
  const pane = useWorld(world => world.pane);
  const keyNames = useWorld(world => world.keyNames);
  const rows = continuationsOf(useWorld(boundIn).keymap, pane, prefix);
  const place = placeBox(screen, Math.min(MAX_COLUMNS, screen.columns - 4), Math.min(rows.length, screen.rows - 4));
  const shown = rows.length > place.rows ? rows.slice(0, place.rows - 1) : rows;
  const left = rows.length - shown.length;
  return (
    <DialogBox place={place} title={keyLabel(prefix.join(' '))} foot={t`Esc back`}>
      {shown.map(({ keys, action }) => (
        <Line
          key={keys}
        >{t` ${pad(keyLabel(keys), KEY_COLUMNS)} ${pad(action.title, place.columns - KEY_COLUMNS - 2)}`}</Line>
      ))}
      {left > 0 ? (
        <Line look="dim">{t` ${pad(t`… ${left} more: ${keyNames.help} lists them`, place.columns - 1)}`}</Line>
      ) : null}
      <Fill rows={place.rows - shown.length - (left > 0 ? 1 : 0)} columns={place.columns} />
    </DialogBox>
  );
}
