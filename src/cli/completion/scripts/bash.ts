/** What bash runs to complete the commands. */
export const bash = `# Completion of frontdesk for bash: eval "$(frontdesk completion bash)"
_frontdesk() {
  local rest=$COMP_LINE tail=\${COMP_WORDS[COMP_CWORD]} words=() word whole glued value help i
  # Bash divides words at = and : too. Join what no blank divides.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((i > 0)) && [[ $rest != [[:space:]]* ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      rest=\${rest#"\${rest%%[![:space:]]*}"}
      words+=("$word")
    fi
    rest=\${rest#"$word"}
  done
  whole=\${words[\${#words[@]} - 1]}
  [[ $tail == [=:] ]] && tail=
  glued=\${whole%"$tail"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value help; do
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$tail")
      return
    fi
    # Quoted, so that a name with blanks or $( ) is text and nothing else.
    case $tail in
    \\"*) [[ $value == *'!'* ]] && continue
      value=\${value//\\\\/\\\\\\\\} value=\${value//\\"/\\\\\\"} value=\${value//\\$/\\\\\\$} value=\${value//\\\`/\\\\\\\`} ;;
    \\'*) [[ $value == *\\'* ]] && continue ;;
    *) printf -v value %q "$value" ;;
    esac
    # What stands before the last = or : stays on the line, so it is left out of what replaces the rest.
    if [[ $whole == --*=* ]]; then
      [[ $tail == --*=* ]] && value=\${whole%%=*}=$value || { word=\${glued#*=}; value=\${value#"$word"}; }
    else
      value=\${value#"$glued"}
    fi
    COMPREPLY+=("$value")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]:1}" 2>/dev/null </dev/null)
}
complete -F _frontdesk frontdesk
`;
