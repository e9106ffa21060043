/** The code with which bash completes the commands. */
export const bash = `# Completion of frontdesk for bash: eval "$(frontdesk completion bash)"
_frontdesk_unquoted() {
  case $1 in
  \\"*) word=\${1#\\"} word=\${word%\\"} word=\${word//\\\\/} ;;
  \\'*) word=\${1#\\'} word=\${word%\\'} ;;
  *) word=\${1//\\\\/} ;;
  esac
}
_frontdesk() {
  local rest=$COMP_LINE tail=\${COMP_WORDS[COMP_CWORD]} typed=() words=() word whole glued value help i
  # Bash divides words at = and : too. Join what no blank divides.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((i > 0)) && [[ $rest != [[:space:]]* ]]; then
      typed[\${#typed[@]} - 1]+=$word
    else
      rest=\${rest#"\${rest%%[![:space:]]*}"}
      typed+=("$word")
    fi
    rest=\${rest#"$word"}
  done
  whole=\${typed[\${#typed[@]} - 1]}
  [[ $tail == [=:] ]] && tail=
  glued=\${whole%"$tail"}
  for ((i = 1; i < \${#typed[@]} - 1; i++)); do
    _frontdesk_unquoted "\${typed[i]}"
    words+=("$word")
  done
  _frontdesk_unquoted "$glued"
  value=$word
  _frontdesk_unquoted "$tail"
  words+=("$value$word")
  COMPREPLY=()
  while IFS=$'\\t' read -r value help; do
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$word")
      return
    fi
    # Quoted, so that a name with blanks or $( ) is text and nothing else.
    case $tail in
    \\"*) [[ $value == *'!'* ]] && continue
      value=\${value//\\\\/\\\\\\\\} value=\${value//\\"/\\\\\\"} value=\${value//\\$/\\\\\\$} value=\${value//\\\`/\\\\\\\`} ;;
    \\'*) [[ $value == *\\'* ]] && continue ;;
    *) printf -v value %q "$value" ;;
    esac
    # What stands before the last = or : stays on the line. The values of a flag come without the flag.
    if [[ $whole != --*=* ]]; then value=\${value#"$glued"}
    elif [[ $tail == --*=* ]]; then value=\${tail%%=*}=$value
    else value=\${value#"\${glued#*=}"}; fi
    COMPREPLY+=("$value")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]}" 2>/dev/null </dev/null)
}
complete -F _frontdesk frontdesk
`;
