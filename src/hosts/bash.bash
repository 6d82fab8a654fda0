# stateline: the workflow of this directory, in a row above the prompt.

__stateline_line() {
  # The prompt may show `$?` after this.
  local code=$? line
  line=$(COLUMNS=${COLUMNS-} command @program@ line --for bash </dev/null 2>/dev/null)
  # The mark at the end keeps the final newline, which `$(...)` would remove.
  [[ -z $line ]] || printf '%s\n\001\002' "$line"
  return "$code"
}

# Run last, because other hooks may set the prompt again.
__stateline_prompt() {
  # shellcheck disable=SC1003,SC2016 # a backslash; expanded by the prompt
  local code=$? shown='$(__stateline_line)' slash='\' open='\[' close='\]'
  if ! shopt -q promptvars && ! shopt -qo posix; then
    # Only backslashes are expanded here, so the line itself can be put in.
    shown=$(__stateline_line)
    shown=${shown%$'\n\001\002'}
    shown=${shown//"$slash"/"$slash$slash"}
    shown=${shown//$'\001'/"$open"}
    shown=${shown//$'\002'/"$close"}
    shown=${shown:+$shown$'\n'}
  fi
  if [[ $shown != "${__stateline_shown-}" || ${PS1-} != *"$shown"* ]]; then
    [[ -z ${__stateline_shown-} ]] || PS1=${PS1/"$__stateline_shown"/}
    PS1=$shown${PS1-}
    __stateline_shown=$shown
  fi
  return "$code"
}

# Since bash 5.1 it may be an array.
# shellcheck disable=SC2128,SC2178,SC2179 # a string or an array
if [[ " ${PROMPT_COMMAND[*]-} " != *__stateline_prompt* ]]; then
  if [[ "$(declare -p PROMPT_COMMAND 2>/dev/null)" == 'declare -a'* ]]; then
    PROMPT_COMMAND+=(__stateline_prompt)
  else
    PROMPT_COMMAND=${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}__stateline_prompt
  fi
fi
