# stateline: the workflow of this directory, at the right of the prompt.

# Prints the columns of the last line of an expanded prompt, without its escape sequences.
__stateline_cells() {
  emulate -L zsh -o extended_glob
  local text=${1##*$'\n'}
  text=${text//$'\e'\[[0-9;:]#m/}
  print -r -- ${(m)#text}
}

# Prints the line, at most $1 columns wide, in the escapes of the caller's $host.
__stateline_line() {
  (( $1 < 10 )) || COLUMNS=$1 command @program@ line --for $host </dev/null 2>/dev/null
}

__stateline_precmd() {
  # Whether the prompt is expanded is the user's choice.
  local host=plain subst= bang=
  [[ -o prompt_percent ]] && host=zsh
  [[ -o prompt_subst ]] && subst=1
  [[ -o prompt_bang ]] && bang=1
  emulate -L zsh
  # Without a terminal of a known size, zsh assumes 80 columns, too.
  local line shown rest=$RPROMPT columns=$(( COLUMNS > 0 ? COLUMNS : 80 ))
  if [[ -n $__stateline_shown ]]; then
    rest=${rest#"$__stateline_shown"}
    rest=${rest# }
  fi
  line=$(__stateline_line $(( columns * 2 / 3 )))
  # zsh leaves out a right prompt that does not fit. Prompts may run programs, so they are only measured where the line
  # may be too wide. A few columns are left to type in. With one `%`, nothing is run for the line, whatever is in it.
  if [[ -n $line ]] && (( $(__stateline_cells "${(%)line}") > columns / (${#rest} ? 3 : 2) )); then
    local left=$(__stateline_cells "${(%%)PROMPT}") right=$(__stateline_cells "${(%%)rest}")
    line=$(__stateline_line $(( columns * 5 / 6 - left - right - 1 )))
  fi
  [[ -z $bang ]] || line=${line//'!'/!!}
  typeset -g __stateline_line=$line
  # The value of a variable is not expanded again; the line itself would be.
  shown=$line
  [[ -z $line || -z $subst ]] || shown='${__stateline_line}'
  RPROMPT=$shown${shown:+${rest:+ }}$rest
  typeset -g __stateline_shown=$shown
}

typeset -g __stateline_shown=${__stateline_shown-}
autoload -Uz add-zsh-hook
add-zsh-hook precmd __stateline_precmd
