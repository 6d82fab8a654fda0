# stateline: the workflow of this directory, in a row above the prompt.

__stateline_line() {
  # The prompt may show `$?` behind us.
  local code=$? line
  line=$(COLUMNS=${COLUMNS-} command @program@ line --for bash </dev/null 2>/dev/null)
  # The marks at the end keep the line's own end, which `$(...)` would take off.
  [[ -z $line ]] || printf '%s\n\001\002' "$line"
  return "$code"
}

# Run last, because other hooks may set the prompt again.
__stateline_prompt() {
  # shellcheck disable=SC1003,SC2016 # a backslash; expanded by the prompt
  local code=$? shown='$(__stateline_line)' slash='\' open='\[' close='\]'
  if ! shopt -q promptvars && ! shopt -qo posix; then
    # Nothing is expanded but backslashes, so that the text itself goes in.
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

# An array since bash 5.1, if anybody made it one.
# shellcheck disable=SC2128,SC2178,SC2179 # a text or an array, as it is found
if [[ " ${PROMPT_COMMAND[*]-} " != *__stateline_prompt* ]]; then
  if [[ "$(declare -p PROMPT_COMMAND 2>/dev/null)" == 'declare -a'* ]]; then
    PROMPT_COMMAND+=(__stateline_prompt)
  else
    PROMPT_COMMAND=${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}__stateline_prompt
  fi
fi
