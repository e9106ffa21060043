import { type DoctorFlags, examine } from '../doctor/examine.ts';
import { Finding } from '../doctor/finding.ts';
import type { OutputFlags } from '../output/flags.ts';
import { type Output, withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** `frontdesk doctor`: examines everything that a desk needs; exit code 1 if there is something to do. */
export function runDoctor(shell: Shell, flags: DoctorFlags & OutputFlags): Promise<number> {
  return withOutput(shell, flags, Finding, async output => {
    const findings = await examine(shell, flags);
    await print(output, findings);
    return findings.some(({ state }) => state === 'to do') ? exitCode.failed : exitCode.done;
  });
}

async function print(output: Output, findings: readonly Finding[]): Promise<void> {
  if (output.form !== 'text') return printRows(output, { rows: findings, columns: [] });
  const lines = findings.map(({ part, state, message, remedy }, at) => {
    const head = findings[at - 1]?.part === part ? '' : `${part[0]!.toUpperCase()}${part.slice(1)}\n`;
    return `${head}  ${state.padEnd(5)}  ${message}\n${remedy === null ? '' : `         ${remedy}\n`}`;
  });
  const open = findings.filter(({ state }) => state === 'to do').length;
  output.shell.stdout.write(`${lines.join('')}${open === 0 ? 'All is good.' : `${open} to do.`}\n`);
}
