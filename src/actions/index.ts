import type { Action } from '../keys/action.ts';
import { type Bound, buildKeymap } from '../keys/keymap.ts';
import { activity } from './activity.ts';
import { back } from './back.ts';
import { contactAdd } from './contact-add.ts';
import { conversationArchive } from './conversation-archive.ts';
import { conversationAssign } from './conversation-assign.ts';
import { conversationAssignMe } from './conversation-assign-me.ts';
import { conversationClose } from './conversation-close.ts';
import { conversationMerge } from './conversation-merge.ts';
import { conversationMove } from './conversation-move.ts';
import { conversationNext } from './conversation-next.ts';
import { conversationPrevious } from './conversation-previous.ts';
import { conversationRating } from './conversation-rating.ts';
import { conversationReopen } from './conversation-reopen.ts';
import { conversationReply } from './conversation-reply.ts';
import { conversationRestore } from './conversation-restore.ts';
import { conversationStatus } from './conversation-status.ts';
import { conversationTag } from './conversation-tag.ts';
import { conversationTitle } from './conversation-title.ts';
import { conversationTranscript } from './conversation-transcript.ts';
import { conversationUnassign } from './conversation-unassign.ts';
import { conversationUntag } from './conversation-untag.ts';
import { cursorBottom } from './cursor-bottom.ts';
import { cursorDown } from './cursor-down.ts';
import { cursorHalfDown } from './cursor-half-down.ts';
import { cursorHalfUp } from './cursor-half-up.ts';
import { cursorPageDown } from './cursor-page-down.ts';
import { cursorPageUp } from './cursor-page-up.ts';
import { cursorTop } from './cursor-top.ts';
import { cursorUp } from './cursor-up.ts';
import { detailFind } from './detail-find.ts';
import { draftList } from './draft-list.ts';
import { entryDelete } from './entry-delete.ts';
import { findSteps } from './find-steps.ts';
import { goFormer } from './go-former.ts';
import { goInbox } from './go-inbox.ts';
import { goView } from './go-view.ts';
import { heldAsk } from './held-ask.ts';
import { helpOpen } from './help-open.ts';
import { keptClaim } from './kept-claim.ts';
import { linkList } from './link-list.ts';
import { linkShow } from './link-show.ts';
import { listFilter } from './list-filter.ts';
import { listInvert } from './list-invert.ts';
import { listMark } from './list-mark.ts';
import { listMarkAll } from './list-mark-all.ts';
import { listMarkMatching } from './list-mark-matching.ts';
import { listNewsNext } from './list-news-next.ts';
import { listNewsPrevious } from './list-news-previous.ts';
import { listRange } from './list-range.ts';
import { listSort } from './list-sort.ts';
import { listUnmark } from './list-unmark.ts';
import { mailImport } from './mail-import.ts';
import { noteWrite } from './note-write.ts';
import { noteWriteEditor } from './note-write-editor.ts';
import { open } from './open.ts';
import { paletteOpen } from './palette-open.ts';
import { palettePlaces } from './palette-places.ts';
import { paneLeft } from './pane-left.ts';
import { paneNext } from './pane-next.ts';
import { panePrevious } from './pane-previous.ts';
import { paneRight } from './pane-right.ts';
import { paneWiden } from './pane-widen.ts';
import { quit } from './quit.ts';
import { quitNow } from './quit-now.ts';
import { redo } from './redo.ts';
import { refreshAction } from './refresh.ts';
import { repaint } from './repaint.ts';
import { repeat } from './repeat.ts';
import { sectionActions } from './section-actions.ts';
import { suspend } from './suspend.ts';
import { undo } from './undo.ts';
import { viewActions } from './view-actions.ts';
import { welcome } from './welcome.ts';

/** All that an agent can do, in the order of the footer and of the help. */
export const actions: readonly Action[] = [
  conversationArchive,
  conversationTag,
  conversationAssign,
  conversationStatus,
  noteWrite,
  conversationMerge,
  listFilter,
  helpOpen,
  conversationRestore,
  conversationAssignMe,
  conversationUnassign,
  conversationClose,
  conversationReopen,
  conversationUntag,
  conversationMove,
  noteWriteEditor,
  conversationReply,
  conversationTitle,
  conversationRating,
  contactAdd,
  conversationTranscript,
  repeat,
  undo,
  redo,
  cursorDown,
  cursorUp,
  cursorHalfDown,
  cursorHalfUp,
  cursorPageDown,
  cursorPageUp,
  cursorTop,
  cursorBottom,
  open,
  back,
  paneNext,
  panePrevious,
  paneRight,
  paneLeft,
  paneWiden,
  listMark,
  listRange,
  listMarkAll,
  listMarkMatching,
  listUnmark,
  listInvert,
  listNewsNext,
  listNewsPrevious,
  listSort,
  conversationNext,
  conversationPrevious,
  detailFind,
  ...findSteps,
  entryDelete,
  linkShow,
  linkList,
  ...sectionActions,
  ...viewActions,
  goInbox,
  goView,
  goFormer,
  draftList,
  activity,
  paletteOpen,
  refreshAction,
  repaint,
  suspend,
  quit,
  quitNow,
  heldAsk,
  keptClaim,
  mailImport,
  welcome,
];

/** The actions with the keys that they come with. */
export const bound: Bound = { actions, keymap: buildKeymap(actions), places: palettePlaces };
