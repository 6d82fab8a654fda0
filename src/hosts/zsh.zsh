# stateline: the workflow of this directory, at the right of the prompt.

__stateline_precmd() {
  # Whether the prompt is expanded is the user's choice.
  local host=plain subst= bang=
  [[ -o prompt_percent ]] && host=zsh
  [[ -o prompt_subst ]] && subst=1
  [[ -o prompt_bang ]] && bang=1
  emulate -L zsh
  local line shown rest
  line=$(COLUMNS=$(( COLUMNS * 2 / 3 )) command @program@ line --for $host </dev/null 2>/dev/null)
  [[ -z $bang ]] || line=${line//'!'/!!}
  typeset -g __stateline_line=$line
  # The value of a variable is not expanded again; the line itself would be.
  shown=$line
  [[ -z $line || -z $subst ]] || shown='${__stateline_line}'
  rest=$RPROMPT
  if [[ -n $__stateline_shown ]]; then
    rest=${rest#"$__stateline_shown"}
    rest=${rest# }
  fi
  RPROMPT=$shown${shown:+${rest:+ }}$rest
  typeset -g __stateline_shown=$shown
}

typeset -g __stateline_shown=${__stateline_shown-}
autoload -Uz add-zsh-hook
add-zsh-hook precmd __stateline_precmd
