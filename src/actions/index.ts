import type { AnyAction } from '../keys/action.ts';
import { type Bound, boxKeysOf, buildKeymap } from '../keys/keymap.ts';
import type { ActionId } from '../state/world/overlay.ts';
import { activity } from './app/activity.ts';
import { backAction } from './app/back.ts';
import { connectAction } from './app/connect.ts';
import { helpOpen, numberOpen, paletteOpen } from './app/help.ts';
import { journal } from './app/journal.ts';
import { keptClaim } from './app/kept-claim.ts';
import { mailImport, mailShow } from './app/mail.ts';
import { numbersShow } from './app/numbers.ts';
import { heldAsk } from './app/outbox-picker.ts';
import { agentNameAction, notifyChoose } from './app/profile.ts';
import { quit, quitNow } from './app/quit.ts';
import { borderActions, layoutToggle, refreshAction, repaint, suspend } from './app/screen.ts';
import { signInAction } from './app/sign-in.ts';
import { redoAction, undoAction } from './app/undo.ts';
import { welcome } from './app/welcome.ts';
import { assignAction } from './conversation/assign.ts';
import { fileAttach } from './conversation/attach.ts';
import { chooseStatusAction, moveAction, tagAction, untagAction } from './conversation/choose.ts';
import { commandPage, commandRun } from './conversation/command.ts';
import { contactRemoveAction, contactRename } from './conversation/contact.ts';
import { contactAddAction, contactCreate } from './conversation/contact-add.ts';
import { contactNote } from './conversation/contact-note.ts';
import { copyActions, copyShow, messagePlain } from './conversation/copy.ts';
import { followAction } from './conversation/follow.ts';
import { messageForward } from './conversation/forward.ts';
import { conversationLater, conversationWake } from './conversation/later.ts';
import { macroRecord } from './conversation/macro-record.ts';
import { mergeAction } from './conversation/merge.ts';
import { noteEdit, noteWrite, noteWriteEditor } from './conversation/note.ts';
import { conversationReply } from './conversation/reply.ts';
import { namedReply, replySaved } from './conversation/saved-reply.ts';
import { conversationSpam } from './conversation/spam.ts';
import { entryChoose, splitAction } from './conversation/split.ts';
import { titleAction } from './conversation/title.ts';
import { conversationTranscript } from './conversation/transcript.ts';
import {
  archiveAction,
  conversationAssignMe,
  conversationClose,
  conversationReopen,
  conversationUnassign,
  ratingAction,
  repeatAction,
  restoreAction,
  unreadAction,
} from './conversation/verbs.ts';
import { writeFirstAction } from './conversation/write-first.ts';
import { messageHtml, messageSource } from './detail/asked-text.ts';
import { attachmentSave, attachmentShow, attachmentStop } from './detail/attachments.ts';
import { entryDelete } from './detail/entry-delete.ts';
import { detailFind, findSteps } from './detail/find.ts';
import { linkList, linkShow } from './detail/links.ts';
import { conversationNext, conversationPrevious } from './detail/neighbour.ts';
import { detailFold, sectionActions } from './detail/sections.ts';
import { conflictList, refusedList } from './go/decide.ts';
import { draftList } from './go/draft-list.ts';
import { goFormer } from './go/go-to.ts';
import { goLinked } from './go/linked.ts';
import { open } from './go/open.ts';
import { contactConversations, personMenu } from './go/person-menu.ts';
import { goInbox, palettePlaces, savedViewActions, viewActions } from './go/places.ts';
import { queueBegin, queueSkip } from './go/queue.ts';
import { inboxAdminister } from './inbox/administer.ts';
import { inboxSubscribe } from './inbox/bell.ts';
import { inboxDelete } from './inbox/inbox-delete.ts';
import { inboxAddressesAction, inboxAgents, inboxEdit, inboxNew, inboxTeams } from './inbox/inbox-edit.ts';
import { agentNew, peopleList, teamNew } from './inbox/people.ts';
import { ruleEdit, ruleList } from './inbox/rules.ts';
import { replyEdit, replyList } from './inbox/saved-replies.ts';
import { statusList } from './inbox/statuses.ts';
import { tagList } from './inbox/tags.ts';
import { listFacets } from './list/facets.ts';
import { listFilter, searchEverywhere } from './list/filter.ts';
import { listInvert, listMark, listMarkAll, listMarkMatching, listRange, listUnmark } from './list/marks.ts';
import { newsSteps } from './list/news.ts';
import { listSort } from './list/sort.ts';
import { listTakeAlong } from './list/take-along.ts';
import { viewDelete, viewFilter, viewList, viewRename, viewSave } from './list/views.ts';
import { cursorActions } from './move/cursor.ts';
import { paneActions } from './move/panes.ts';

const LISTED = [
  conversationReply,
  archiveAction,
  tagAction,
  assignAction,
  noteWrite,
  listFilter,
  chooseStatusAction,
  mergeAction,
  splitAction,
  entryChoose,
  messageForward,
  writeFirstAction,
  helpOpen,
  restoreAction,
  conversationAssignMe,
  conversationUnassign,
  conversationClose,
  conversationReopen,
  unreadAction,
  followAction,
  conversationLater,
  conversationWake,
  replySaved,
  commandRun,
  commandPage,
  macroRecord,
  untagAction,
  moveAction,
  conversationSpam,
  noteWriteEditor,
  fileAttach,
  noteEdit,
  titleAction,
  ratingAction,
  contactAddAction,
  contactCreate,
  contactRename,
  contactNote,
  contactRemoveAction,
  conversationTranscript,
  ...copyActions,
  copyShow,
  messagePlain,
  repeatAction,
  undoAction,
  redoAction,
  journal,
  ...cursorActions,
  open,
  backAction,
  ...paneActions,
  layoutToggle,
  ...borderActions,
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
  messageHtml,
  messageSource,
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
  inboxAddressesAction,
  inboxDelete,
  statusList,
  tagList,
  ruleList,
  ruleEdit,
  replyList,
  replyEdit,
  peopleList,
  agentNew,
  teamNew,
  goFormer,
  goLinked,
  queueBegin,
  queueSkip,
  draftList,
  activity,
  numbersShow,
  mailShow,
  agentNameAction,
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

declare module '../state/world/overlay.ts' {
  // With this, a wrong id never compiles.
  interface ActionList {
    readonly id: (typeof LISTED)[number]['id'];
  }
}

/** All that an agent can do, in the order of the footer and the help. */
export const actions: readonly (AnyAction & { readonly id: ActionId })[] = LISTED;

/** The actions with their default keys. */
export const bound: Bound = {
  actions,
  keymap: buildKeymap(actions),
  boxKeys: boxKeysOf(),
  places: palettePlaces,
  named: namedReply,
};
