import { defaultSettings } from '../../center/model/settings.ts';
import { inTable } from './setting.ts';
import { hosts, networks, oneOfWords, postgresUrl, secret, textValue, wholeNumberValue } from './takes.ts';

/** The settings of the help center itself, for the commands that open it. */
export const centerTable = inTable('center', {
  inbox_limit: {
    takes: wholeNumberValue(2, 100_000),
    help: 'how many inboxes there may be',
    default: defaultSettings.inboxLimit,
    field: 'inboxLimit',
  },
  rate_limit: {
    takes: wholeNumberValue(1, 1_000_000),
    help: 'requests a minute that a token may make',
    default: defaultSettings.rateLimit,
    field: 'rateLimit',
  },
  erase_after: {
    takes: wholeNumberValue(0, 1_200),
    help: 'months without anything after which a contact is erased; 0: never',
    default: defaultSettings.eraseAfterMonths,
    field: 'eraseAfterMonths',
  },
  reopen_days: {
    takes: wholeNumberValue(0, 36_500),
    help: 'days after closing in which a customer’s answer reopens; later it opens a new conversation; 0: always reopens',
    default: defaultSettings.reopenDays,
    field: 'reopenDays',
  },
  trusted_proxies: {
    takes: networks(),
    help: 'the proxies in front of `serve` whose `X-Forwarded-For` says who calls',
    otherwise: 'none',
    field: 'trustedProxies',
  },
  hosts: {
    takes: hosts(),
    help: 'the names by which desks, browsers and proxies call `serve`, besides those of this machine',
    otherwise: 'those of `public_url` and of `--host`',
  },
  socket: {
    takes: textValue(),
    help: 'the Unix socket of `serve` for agents who come through SSH',
    otherwise: 'none',
    isPath: true,
  },
  drain: {
    takes: wholeNumberValue(0, 3_600),
    help: 'seconds for which `serve` goes on after SIGTERM, if a proxy asks for `/ready`; it answers 503 there',
    // HAProxy looks every two seconds, and leaves a server alone after the third bad answer.
    default: 10,
  },
  log: {
    takes: oneOfWords(['text', 'json']),
    help: 'the form of the lines that `serve` writes',
    default: 'text',
  },
  metrics_token: {
    takes: secret(),
    help: 'the token with which Prometheus reads `/metrics` of `serve` (mode 0600)',
    otherwise: 'there is no `/metrics`',
    isSecret: true,
    field: 'metricsToken',
  },
  attachments: {
    takes: textValue(),
    help: 'the folder of the attachments; on PostgreSQL a new help center has them there if this names one',
    otherwise: 'beside the file; on PostgreSQL in the database',
    isPath: true,
  },
  postgres_password: {
    takes: textValue(),
    help: 'PostgreSQL’s, if PGPASSWORD and a pgpass file have none (mode 0600)',
    isSecret: true,
    field: 'databasePassword',
  },
  postgres_direct: {
    takes: postgresUrl(),
    help: 'PostgreSQL itself, if `database` names a pooler that shares connections: events and upgrades need it',
    otherwise: 'none: a pooler must keep sessions',
    field: 'postgresDirect',
  },
  postgres_standby: {
    takes: postgresUrl(),
    help: 'a standby of it, for slow reads: searches and numbers',
    otherwise: 'none',
    field: 'postgresStandby',
  },
  backup_command: {
    takes: textValue(),
    help: 'the command that encrypts backups, from standard input to output, such as `age -r age1…`',
    otherwise: 'none: they are not encrypted',
  },
  restore_command: {
    takes: textValue(),
    help: 'the command that decrypts them, such as `age -d -i key.txt`: for a restore, and for `backup --verify`',
    otherwise: 'none',
  },
});
