import { openApi } from '../../center/openapi/document.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** `frontdesk openapi`: the service as an OpenAPI 3.1 document. */
export function printOpenApi(shell: Shell): number {
  shell.stdout.write(`${JSON.stringify(openApi(), null, 2)}\n`);
  return exitCode.done;
}
