import { type SafeText, t } from '../text/safe.ts';

/** A key inside boxes that has an id of its own, as actions have. Enter, Esc, Tab, arrows and letters stay as they are. */
interface BoxKey {
  readonly key: string;
  /** As those of an action. */
  readonly title: SafeText;
  readonly help: SafeText;
}

export const BOX_KEYS = {
  'box.send': { key: 'ctrl-d', title: t`Send`, help: t`Sends or saves, from any part of a box` },
  'box.editor': { key: 'ctrl-g', title: t`Editor`, help: t`Opens the text in $EDITOR` },
  'box.attach': { key: 'ctrl-t', title: t`Attach`, help: t`Attaches a file` },
  'box.quote': { key: 'ctrl-y', title: t`Quote`, help: t`Quotes the message; in To, takes its Reply-To` },
  'box.wait': { key: 'ctrl-r', title: t`Send and wait`, help: t`Sends the reply and puts its conversation off` },
  'box.close': { key: 'ctrl-n', title: t`Send and close`, help: t`Sends the reply and closes its conversation` },
  'box.discard': { key: 'ctrl-q', title: t`Discard`, help: t`Discards a note or a mail; undo brings it back` },
  'box.saved': { key: 'ctrl-o', title: t`Saved reply`, help: t`Puts a saved reply into a note or a mail` },
  'box.command': { key: 'ctrl-v', title: t`Command`, help: t`Runs a command of yours, or accepts its text` },
  'box.bcc': { key: 'ctrl-x', title: t`Bcc`, help: t`Adds Bcc` },
  'box.page-down': { key: 'pgdn', title: t`Scroll down`, help: t`Scrolls the text behind the box down` },
  'box.page-up': { key: 'pgup', title: t`Scroll up`, help: t`Scrolls the text behind the box up` },
} as const satisfies Readonly<Record<string, BoxKey>>;

declare module '../state/world/overlay.ts' {
  interface BoxKeyList {
    readonly id: keyof typeof BOX_KEYS;
  }
}
