import { bound } from '../../actions/index.ts';
import { keyNamesOf } from '../../keys/help.ts';
import { ignoresClipboard } from '../../terminal/passed-through.ts';
import { type Probed, probeTerminal } from '../../terminal/probe.ts';
import { asksTerminal, charsetOf, checkTerminal, isMosh, isMultiplexed, terminalSize } from '../../terminal/tty.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { DeskTold } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { setTimer } from '../timer.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, note, todo } = findingsOf('terminal');

/** A person waits for a terminal that answers nothing. */
const MAX_WAIT_MS = 2_000;
/** With fewer cells the desk works, but shows little. */
const FEW = { columns: 60, rows: 15 };
/** The desk's own round trip, from which a link counts as slow. */
const SLOW_MS = 150;
/** A sign of doubtful width, a letter with a mark of its own, and a wide one. */
const SIGNS = { doubtful: '●', marked: 'e\u0301', wide: '\u{1f600}' } as const;

type TerminalSettings = Pick<DeskTold, 'link' | 'ambiguous' | 'ascii'>;

/** The terminal: its environment and its answers. It is left as it was. */
export async function terminalFindings(shell: Shell, told: TerminalSettings): Promise<readonly Finding[]> {
  const { environment, stdin, stdout } = shell;
  if (!stdin.isTTY || !stdout.isTTY) {
    const locale = localeFinding(environment);
    return [note(t`This is not a terminal, so none was examined. Run frontdesk doctor in one.`), locale];
  }
  const checked = checkTerminal(environment, stdin, stdout);
  if (!checked.ok)
    return [
      todo(t`The desk cannot draw here; frontdesk --plain works without.`, safeLine(checked.message)),
      localeFinding(environment),
    ];
  const probed = await probeTerminal({
    stdin,
    process,
    write: bytes => stdout.write(bytes),
    timeoutMs: MAX_WAIT_MS,
    signs: charsetOf(environment) === 'unicode' ? Object.values(SIGNS) : [],
    asksAll: asksTerminal(environment),
    now: () => performance.now(),
    setTimer,
  });
  return [
    sizeFinding(shell),
    localeFinding(environment),
    colorFinding(environment),
    ...surroundings(environment),
    ...answerFindings(probed, shell, told),
  ];
}

function sizeFinding({ stdout, environment }: Shell): Finding {
  const { columns, rows } = terminalSize(stdout);
  const size = t`${columns} columns, ${rows} rows, TERM is ${safeLine(environment.TERM ?? '')}.`;
  const isSmall = columns < FEW.columns || rows < FEW.rows;
  return isSmall ? todo(size, t`Make it larger: at least ${FEW.columns} by ${FEW.rows}.`) : good(size);
}

function localeFinding(environment: NodeJS.ProcessEnv): Finding {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  if (locale === '') return note(t`No locale is set: UTF-8 is assumed.`);
  if (/utf-?8/i.test(locale)) return good(t`The locale is ${safeLine(locale)}.`);
  return todo(
    t`The locale ${safeLine(locale)} is not UTF-8, so the desk draws in ASCII and customers’ letters are replaced.`,
    t`Set LC_ALL to a UTF-8 locale, for example LC_ALL=C.UTF-8.`,
  );
}

function colorFinding({ NO_COLOR, COLORTERM }: NodeJS.ProcessEnv): Finding {
  if (NO_COLOR) return note(t`NO_COLOR is set: the desk draws without colors.`);
  return good(COLORTERM ? t`Colors: ${safeLine(COLORTERM)}.` : t`Colors: those of the terminal’s own palette.`);
}

function surroundings(environment: NodeJS.ProcessEnv): readonly Finding[] {
  const { TMUX, STY, SSH_CONNECTION, SSH_TTY } = environment;
  return [
    ...(TMUX ? [note(t`Within tmux: copying from the desk needs “set -g set-clipboard on” in its settings.`)] : []),
    ...(isMosh(environment) ? [note(t`Over mosh.`)] : []),
    ...(STY ? [note(t`Within screen: long texts reach the clipboard in parts.`)] : []),
    ...(SSH_CONNECTION || SSH_TTY ? [note(t`Over SSH.`)] : []),
  ];
}

function answerFindings(probed: Probed, { environment }: Shell, told: TerminalSettings): readonly Finding[] {
  const { roundTripMs } = probed;
  if (roundTripMs === undefined) {
    return [
      todo(
        t`The terminal does not answer questions, so the desk cannot measure the link.`,
        t`If the link is slow, set link = "slow" in the settings.`,
      ),
    ];
  }
  return [
    linkFinding(roundTripMs, told, environment),
    ...signFindings(probed, told),
    ...(asksTerminal(environment) ? abilities(probed) : []),
    clipboardFinding(probed, environment),
  ];
}

function linkFinding(roundTripMs: number, { link }: TerminalSettings, environment: NodeJS.ProcessEnv): Finding {
  const measured = t`The terminal answers after ${Math.max(1, Math.round(roundTripMs))} ms; link is ${safeLine(link)}.`;
  if (isMultiplexed(environment)) {
    const answers = isMosh(environment) ? t`mosh answers` : t`A multiplexer answers`;
    return note(t`${measured} ${answers} itself, so this is not the link.`);
  }
  const isSlow = roundTripMs >= SLOW_MS;
  if (isSlow && link === 'fast') return todo(measured, t`Set link to "auto" or "slow": this link is not fast.`);
  return good(measured);
}

function signFindings({ columns }: Probed, { ambiguous, ascii }: TerminalSettings): readonly Finding[] {
  const doubtful = columns.get(SIGNS.doubtful);
  if (doubtful === undefined) return [];
  if (doubtful > 2) {
    return [
      todo(
        t`The terminal draws one sign of UTF-8 in ${doubtful} columns: it expects another encoding.`,
        t`Switch the terminal to UTF-8, or set LC_ALL to its locale.`,
      ),
    ];
  }
  const isAsSet = ambiguous === 'auto' || ambiguous === doubtful || ascii === true;
  const said = t`A sign such as ${safeLine(SIGNS.doubtful)} takes ${doubtful === 1 ? t`one column` : t`two columns`}.`;
  const others = [SIGNS.marked, SIGNS.wide].filter(sign => (columns.get(sign) ?? width(sign)) !== width(sign));
  return [
    isAsSet ? good(said) : todo(said, t`The setting ambiguous says otherwise: set it to "auto" or ${doubtful}.`),
    ...others.map(sign => note(differs(sign, columns.get(sign)!))),
  ];
}

function differs(sign: string, columns: number): SafeText {
  return t`The terminal draws ${safeLine(sign)} in ${columns} columns, not ${width(sign)}: rows with such signs may shift.`;
}

function abilities({ hasMargins, isSynchronized }: Probed): readonly Finding[] {
  return [
    hasMargins
      ? good(t`It has left and right margins: a pane scrolls at little cost.`)
      : note(t`It has no left and right margins: scrolling one pane takes more bytes.`),
    isSynchronized
      ? good(t`It shows each frame at once.`)
      : note(t`It has no synchronized output: a large frame may be seen while it is drawn.`),
  ];
}

function clipboardFinding({ takesCopies }: Probed, environment: NodeJS.ProcessEnv): Finding {
  if (takesCopies) return good(t`It takes copies to the clipboard (OSC 52).`);
  if (ignoresClipboard(environment)) {
    return note(t`It does not take copies to the clipboard: the desk shows the copied text, to select it.`);
  }
  const shows = keyNamesOf(bound)['copy.show'];
  return note(t`It does not say whether it takes copies to the clipboard (OSC 52). ${shows} shows the copied text.`);
}
