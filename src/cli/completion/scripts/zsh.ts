/** The code with which zsh completes the commands. */
export const zsh = `#compdef frontdesk
# Completion of frontdesk for zsh: eval "$(frontdesk completion zsh)", or as _frontdesk in a folder of $fpath
_frontdesk() {
  local -a before values shown
  local value help
  before=("\${(@Q)words[2,CURRENT-1]}")
  local typed="\${(Q)PREFIX}"
  [[ $PREFIX == --*=* ]] && compset -P 1 '*='
  while IFS=$'\\t' read -r value help; do
    if [[ $value == :files ]]; then
      _files
      return
    fi
    values+=("$value")
    shown+=("$value\${help:+  $help}")
  done < <("\${(Q)words[1]}" __complete -- "\${before[@]}" "$typed" 2>/dev/null </dev/null)
  # compadd quotes what it inserts.
  compadd -l -d shown -a -- values
}
if [[ $funcstack[1] == _frontdesk ]]; then
  _frontdesk "$@"
else
  compdef _frontdesk frontdesk
fi
`;
