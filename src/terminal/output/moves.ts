/** A coordinate that is not known, for example after the last column, where terminals differ. */
export const UNKNOWN = -1;

/**
 * The shortest sequence that moves the cursor to a place (columns and rows from 0), of those that every terminal knows:
 * mosh ignores CSI E and CSI F. LF is not used: whether it also returns to column 0 depends on the tty (ONLCR), which
 * lets VT pass: one row down in its column.
 */
export function shortestMove(fromX: number, fromY: number, toX: number, toY: number): string {
  if (fromX === toX && fromY === toY) return '';
  if (fromY === UNKNOWN) return absolute(toX, toY);
  return shorter(absolute(toX, toY), downOrUp(toY - fromY, toY) + across(fromX, toX));
}

function shorter(first: string, second: string): string {
  return second.length < first.length ? second : first;
}

function absolute(x: number, y: number): string {
  if (x === 0) return y === 0 ? '\x1b[H' : `\x1b[${y + 1}H`;
  return y === 0 ? `\x1b[;${x + 1}H` : `\x1b[${y + 1};${x + 1}H`;
}

function downOrUp(rows: number, toY: number): string {
  if (rows === 0) return '';
  if (rows === -1) return '\x1bM';
  const relative = rows > 0 ? shorter('\v'.repeat(rows), `\x1b[${rows}B`) : `\x1b[${-rows}A`;
  return shorter(relative, toY === 0 ? '\x1b[d' : `\x1b[${toY + 1}d`);
}

function across(fromX: number, toX: number): string {
  if (fromX === toX) return '';
  if (toX === 0) return '\r';
  const column = `\x1b[${toX + 1}G`;
  if (fromX === UNKNOWN) return shorter(column, `\r${forward(toX)}`);
  if (toX > fromX) return shorter(forward(toX - fromX), column);
  const back = fromX - toX;
  const relative = back <= 4 ? '\b'.repeat(back) : `\x1b[${back}D`;
  return shorter(shorter(relative, column), `\r${forward(toX)}`);
}

function forward(columns: number): string {
  return columns === 1 ? '\x1b[C' : `\x1b[${columns}C`;
}
