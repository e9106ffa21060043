import { type DoctorFlags, examine } from '../doctor/examine.ts';
import { Finding } from '../doctor/finding.ts';
import { withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** `frontdesk doctor`: examines everything that a desk needs; exit code 1 if there is something to do. */
export function runDoctor(shell: Shell, flags: DoctorFlags): Promise<number> {
  return withOutput(shell, flags, Finding, async output => {
    const findings = await examine(shell, flags);
    const open = findings.filter(({ state }) => state === 'to do').length;
    if (output.form !== 'text') await printRows(output, { rows: findings });
    else shell.stdout.write(`${linesOf(findings)}${open === 0 ? 'All is good.' : `${open} to do.`}\n`);
    return open > 0 ? exitCode.failed : exitCode.done;
  });
}

function linesOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ part, state, message, remedy }, at) => {
    const head = findings[at - 1]?.part === part ? '' : `${part[0]!.toUpperCase()}${part.slice(1)}\n`;
    return `${head}  ${state.padEnd(5)}  ${message}\n${remedy === null ? '' : `         ${remedy}\n`}`;
  });
  return lines.join('');
}
