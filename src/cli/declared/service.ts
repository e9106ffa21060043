import type { Commands, DeclaredCommand } from './command.ts';
import { SETTING, wholeNumber } from './flag.ts';

/** `frontdesk serve` and `frontdesk dial`. */
export const serviceCommands = {
  serve: {
    help: 'serve the help center to a team over HTTP',
    flags: {
      '--host <host>': { help: 'the address to listen on', default: '127.0.0.1' },
      '--port <port>': { help: 'the port; 0 takes a free one', parse: wholeNumber(0, 65_535), default: 8080 },
      '--no-port': 'listen at the socket alone',
      '--socket <path>': 'a Unix socket for agents who come through SSH',
      '--insecure': 'let other machines connect by plain HTTP',
      database: SETTING,
    },
    works: 'serve#serve',
  },
  dial: {
    help: 'join stdin and stdout to serve, as an SSH key: for authorized_keys',
    flags: {
      '--key <name>': { help: 'the name of the key', isRequired: true },
      '--socket <path>': { help: 'the socket of serve', isRequired: true },
    },
    works: '../dial#dial',
  },
} as const satisfies Commands;

/** `frontdesk openapi`. */
export const openapi = {
  help: 'print the service as an OpenAPI 3.1 document',
  works: 'openapi#printOpenApi',
} as const satisfies DeclaredCommand;
