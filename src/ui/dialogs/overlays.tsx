import type { ReactElement } from 'react';
import { actions } from '../../actions/index.ts';
import type { Field } from '../../keys/action.ts';
import { asked } from '../../keys/flow.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { isMailBox } from '../../state/reply/box.ts';
import type { Size } from '../layout.ts';
import { useWorld } from '../use-world.ts';
import { FieldBox, NoteBox } from './field-box.tsx';
import { FilterHint } from './filter-hint.tsx';
import { PageBox } from './page-box.tsx';
import { PartsBox } from './parts-box.tsx';
import { ReplyBox } from './reply-box.tsx';
import { WhichKey } from './which-key.tsx';

/** The uppermost overlay over the panes; the one below shows again when it closes. */
export function Overlays({ screen }: { readonly screen: Size }) {
  const overlay = useWorld(topOverlay);
  if (overlay === undefined) return <WhichKey screen={screen} />;
  if (overlay.kind === 'box') {
    const part = asked(overlay).box.parts[overlay.state.at];
    if (part?.kind === 'page') return <PageBox part={part} open={overlay} screen={screen} />;
    return <PartsBox open={overlay} screen={screen} />;
  }
  return fieldOf(actions.find(({ id }) => id === overlay.actionId)?.field, overlay, screen);
}

function fieldOf(field: Field<unknown> | undefined, overlay: FieldOverlay, screen: Size): ReactElement | null {
  if (field === undefined || field.lastLine) return null;
  if (field.isHead) return <FilterHint overlay={overlay} screen={screen} />;
  if (isMailBox(overlay)) return <ReplyBox part={field} overlay={overlay} screen={screen} />;
  const FieldOrNote = overlay.multiline ? NoteBox : FieldBox;
  return <FieldOrNote part={field} overlay={overlay} screen={screen} />;
}
