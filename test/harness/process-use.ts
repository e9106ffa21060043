import { readFileSync } from 'node:fs';

/** The processor time of all threads of a running process, in milliseconds; the kernel counts in steps of ten. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** MiB in memory: at most (`VmHWM`), now (`VmRSS`), or of files (`RssFile`), which are mostly Node's own. */
export function memoryMiB(pid: number, field: 'VmHWM' | 'VmRSS' | 'RssFile' = 'VmHWM'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** The same as it is printed. */
export function peakMemory(pid: number): string {
  return `${memoryMiB(pid).toFixed(0)} MiB (${memoryMiB(pid, 'RssFile').toFixed(0)} of files)`;
}
