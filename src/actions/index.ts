import type { AnyAction } from '../keys/action.ts';
import { type Bound, buildKeymap } from '../keys/keymap.ts';
import type { ActionId } from '../state/overlay.ts';
import { activity } from './app/activity.ts';
import { agentName } from './app/agent-name.ts';
import { back } from './app/back.ts';
import { connectAction } from './app/connect.ts';
import { heldAsk } from './app/held-ask.ts';
import { helpOpen, numberOpen, paletteOpen } from './app/help.ts';
import { keptClaim } from './app/kept-claim.ts';
import { layoutToggle } from './app/layout.ts';
import { mailShow } from './app/mail.ts';
import { mailImport } from './app/mail-import.ts';
import { notifyChoose } from './app/notify.ts';
import { quit, quitNow } from './app/quit.ts';
import { refreshAction } from './app/refresh.ts';
import { repaint } from './app/repaint.ts';
import { signInAction } from './app/sign-in.ts';
import { suspend } from './app/suspend.ts';
import { redo, undo } from './app/undo.ts';
import { welcome } from './app/welcome.ts';
import { conversationArchive } from './conversation/archive.ts';
import { conversationAssign } from './conversation/assign.ts';
import { conversationAssignMe } from './conversation/assign-me.ts';
import { fileAttach } from './conversation/attach.ts';
import { conversationClose, conversationReopen } from './conversation/close-reopen.ts';
import { contactAdd } from './conversation/contact-add.ts';
import { contactCreate } from './conversation/contact-create.ts';
import { contactRemove } from './conversation/contact-remove.ts';
import { contactRename } from './conversation/contact-rename.ts';
import { copyActions } from './conversation/copy.ts';
import { copyShow } from './conversation/copy-text.ts';
import { conversationMerge } from './conversation/merge.ts';
import { conversationMove } from './conversation/move.ts';
import { noteEdit } from './conversation/note-edit.ts';
import { noteWrite } from './conversation/note-write.ts';
import { noteWriteEditor } from './conversation/note-write-editor.ts';
import { messagePlain } from './conversation/plain-view.ts';
import { conversationRating } from './conversation/rating.ts';
import { repeat } from './conversation/repeat.ts';
import { conversationReply } from './conversation/reply.ts';
import { conversationRestore } from './conversation/restore.ts';
import { conversationStatus } from './conversation/status.ts';
import { conversationTag } from './conversation/tag.ts';
import { conversationTitle } from './conversation/title.ts';
import { conversationTranscript } from './conversation/transcript.ts';
import { conversationUnassign } from './conversation/unassign.ts';
import { conversationUntag } from './conversation/untag.ts';
import { attachmentSave } from './detail/attachment-save.ts';
import { attachmentShow } from './detail/attachment-show.ts';
import { attachmentStop } from './detail/attachment-stop.ts';
import { entryDelete } from './detail/entry-delete.ts';
import { detailFind } from './detail/find.ts';
import { findSteps } from './detail/find-steps.ts';
import { detailFold } from './detail/fold.ts';
import { linkList } from './detail/link-list.ts';
import { linkShow } from './detail/link-show.ts';
import { conversationNext, conversationPrevious } from './detail/neighbour.ts';
import { sectionActions } from './detail/sections.ts';
import { conflictList } from './go/conflict-list.ts';
import { contactConversations } from './go/contact-conversations.ts';
import { draftList } from './go/draft-list.ts';
import { goFormer } from './go/former.ts';
import { goInbox } from './go/inbox.ts';
import { open } from './go/open.ts';
import { palettePlaces } from './go/palette-places.ts';
import { personMenu } from './go/person-menu.ts';
import { refusedList } from './go/refused-list.ts';
import { savedViewActions, viewActions } from './go/views.ts';
import { inboxAddresses } from './inbox/addresses.ts';
import { inboxAdminister } from './inbox/administer.ts';
import { inboxSubscribe } from './inbox/bell.ts';
import { inboxDelete } from './inbox/inbox-delete.ts';
import { inboxEdit } from './inbox/inbox-edit.ts';
import { inboxNew } from './inbox/inbox-new.ts';
import { inboxAgents, inboxTeams } from './inbox/members.ts';
import { agentNew, peopleList, teamNew } from './inbox/people.ts';
import { statusList } from './inbox/statuses.ts';
import { tagList } from './inbox/tags.ts';
import { listFacets } from './list/facets.ts';
import { listFilter } from './list/filter.ts';
import { listInvert } from './list/invert.ts';
import { listMark } from './list/mark.ts';
import { listMarkAll } from './list/mark-all.ts';
import { listMarkMatching } from './list/mark-matching.ts';
import { newsSteps } from './list/news.ts';
import { listRange } from './list/range.ts';
import { searchEverywhere } from './list/search-everywhere.ts';
import { listSort } from './list/sort.ts';
import { listTakeAlong } from './list/take-along.ts';
import { listUnmark } from './list/unmark.ts';
import { viewDelete, viewFilter, viewRename } from './list/view-edit.ts';
import { viewList } from './list/view-list.ts';
import { viewSave } from './list/view-save.ts';
import { cursorActions } from './move/cursor.ts';
import { paneActions } from './move/panes.ts';

const LISTED = [
  conversationReply,
  conversationArchive,
  conversationTag,
  conversationAssign,
  noteWrite,
  listFilter,
  conversationStatus,
  conversationMerge,
  helpOpen,
  conversationRestore,
  conversationAssignMe,
  conversationUnassign,
  conversationClose,
  conversationReopen,
  conversationUntag,
  conversationMove,
  noteWriteEditor,
  fileAttach,
  noteEdit,
  conversationTitle,
  conversationRating,
  contactAdd,
  contactCreate,
  contactRename,
  contactRemove,
  conversationTranscript,
  ...copyActions,
  copyShow,
  messagePlain,
  repeat,
  undo,
  redo,
  ...cursorActions,
  open,
  back,
  ...paneActions,
  layoutToggle,
  listMark,
  listRange,
  listMarkAll,
  listMarkMatching,
  listUnmark,
  listInvert,
  ...newsSteps,
  listSort,
  listFacets,
  listTakeAlong,
  searchEverywhere,
  conversationNext,
  conversationPrevious,
  detailFind,
  ...findSteps,
  detailFold,
  entryDelete,
  linkShow,
  linkList,
  attachmentShow,
  attachmentSave,
  attachmentStop,
  ...sectionActions,
  personMenu,
  contactConversations,
  ...viewActions,
  ...savedViewActions,
  goInbox,
  viewList,
  viewSave,
  viewRename,
  viewFilter,
  viewDelete,
  inboxSubscribe,
  inboxAdminister,
  inboxNew,
  inboxEdit,
  inboxTeams,
  inboxAgents,
  inboxAddresses,
  inboxDelete,
  statusList,
  tagList,
  peopleList,
  agentNew,
  teamNew,
  goFormer,
  draftList,
  activity,
  mailShow,
  agentName,
  notifyChoose,
  paletteOpen,
  numberOpen,
  refreshAction,
  repaint,
  suspend,
  quit,
  quitNow,
  signInAction,
  connectAction,
  heldAsk,
  refusedList,
  conflictList,
  keptClaim,
  mailImport,
  welcome,
] as const;

declare module '../state/overlay.ts' {
  // With this, a wrong id never compiles.
  interface ActionList {
    readonly id: (typeof LISTED)[number]['id'];
  }
}

/** All that an agent can do, in the order of the footer and the help. */
export const actions: readonly (AnyAction & { readonly id: ActionId })[] = LISTED;

/** The actions with their default keys. */
export const bound: Bound = { actions, keymap: buildKeymap(actions), places: palettePlaces };
