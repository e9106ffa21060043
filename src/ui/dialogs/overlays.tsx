import type { ReactElement } from 'react';
import { asked } from '../../keys/flow.ts';
import { lineIn } from '../../keys/line-keys.ts';
import { topOverlay } from '../../keys/overlay.ts';
import { isForm } from '../../keys/parts.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { Size } from '../layout.ts';
import { useWorld } from '../use-world.ts';
import { FilterHint } from './filter-hint.tsx';
import { FootBox } from './foot-box.tsx';
import { FormBox } from './form-box.tsx';
import { PageBox } from './page-box.tsx';
import { PartsBox } from './parts-box.tsx';
import { WhichKey } from './which-key.tsx';

/** The uppermost overlay over the panes; the one below shows again when it closes. */
export function Overlays({ screen }: { readonly screen: Size }) {
  const overlay = useWorld(topOverlay);
  if (overlay === undefined) return <WhichKey screen={screen} />;
  return boxIn(overlay, screen);
}

/** A box in its place; that in the last line stands there already. */
function boxIn(open: OpenBox, screen: Size): ReactElement | null {
  const { box } = asked(open);
  const { place, parts } = box;
  if (isForm(box)) return <FormBox open={open} screen={screen} />;
  const part = parts[open.state.at];
  const line = lineIn(open);
  if (part?.kind === 'page') return <PageBox part={part} open={open} screen={screen} />;
  if (place === 'foot') return <FootBox open={open} screen={screen} />;
  if (place === undefined) return <PartsBox open={open} screen={screen} />;
  return place === 'head' && line ? <FilterHint line={line.state} screen={screen} /> : null;
}
