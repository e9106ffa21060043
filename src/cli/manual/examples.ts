/** The first tasks of a newcomer: each with the command lines. */
export const EXAMPLES: readonly (readonly [what: string, ...lines: readonly string[]])[] = [
  ['Try the desk on sample conversations:', 'frontdesk --sample'],
  ['Import an archive of mail, then open the desk on it:', 'frontdesk import ~/mail.mbox', 'frontdesk'],
  ['Serve a help center to a team:', 'frontdesk serve --host 127.0.0.1 --port 8080'],
  [
    'Let an agent work in the inbox, before or while you serve:',
    "frontdesk agent create 'Ana Ortiz' ana@shop.example --inbox inbox",
  ],
  ['Work on a help center elsewhere:', 'frontdesk login https://help.example', 'frontdesk'],
  [
    'Archive from a script what has been closed for 30 days:',
    "frontdesk conversations list 'is:closed before:30d' | frontdesk conversations archive -",
  ],
  [
    'Work on conversations from a script:',
    "frontdesk conversations list --view 'Waits on us' --json id,title",
    'frontdesk conversations assign 12 14 --agent me',
    'frontdesk conversations tag 12 14 --tag refund',
    "frontdesk conversations note 12 --text 'Called her.'",
    "echo 'It is on its way.' | frontdesk conversations reply 12 --yes --close",
  ],
  ['Ask the service itself:', 'frontdesk api /me', 'frontdesk api POST /inboxes --body \'{"name": "Sales"}\''],
  ['Complete commands in bash:', 'eval "$(frontdesk completion bash)"'],
];
