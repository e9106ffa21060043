/** What a newcomer does first: each with the command lines. */
export const EXAMPLES: readonly (readonly [what: string, ...lines: readonly string[]])[] = [
  ['Try the desk on sample conversations:', 'frontdesk --sample'],
  ['Import an archive of mail, then open the desk on it:', 'frontdesk import ~/mail.mbox', 'frontdesk'],
  ['Serve a help center to a team:', 'frontdesk serve --host 127.0.0.1 --port 8080'],
  ['Work on a help center elsewhere:', 'frontdesk --url https://help.example --token-file ~/.frontdesk-token'],
  ['Complete commands in bash:', 'eval "$(frontdesk completion bash)"'],
];
